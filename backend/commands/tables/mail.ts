import { romeTime } from "@/contract/deadline";
import { appendAuditEntry } from "../../audit-log/entries";
import { findMail, listMails, readMail, retryMail, subjectOf } from "../../mail/administer";
import { columns } from "../run/columns";
import { readEmail } from "../run/read";
import { type Command, CommandError } from "../run/verb";
import { LETTER } from "./letter";

const HEAD = ["ID", "QUEUED (ROME)", "TO", "EMAIL", "SUBJECT", "STATE", "ATTEMPTS", "ERROR"];

export const MAIL: Command = {
  name: "mail",
  says: "emails: sent, queued or not delivered",
  verbs: [
    {
      name: "list",
      says: "the newest emails with subject and state",
      options: {
        address: { value: "EMAIL", says: "only those to an address" },
        failed: { says: "only those not delivered" },
      },
      run: async ({ db, config, option, flag, print }) => {
        const given = option("address");
        const address = given === undefined ? {} : { address: readEmail(given) };
        const rows = await listMails(db, config, { ...address, failed: flag("failed") });
        columns([HEAD, ...rows]).forEach(print);
      },
    },
    {
      name: "show",
      args: ["ID"],
      says: "an email's text, without the secret of its link",
      run: async ({ db, config, now, arg, print }) => {
        const mail = await findMail(db, arg(0) ?? "");
        if (!mail) throw new CommandError(`There is no email with the id ${arg(0)}.`);
        const read = readMail(mail, config, mail.sentAt ?? now);
        if (!read) throw new CommandError(`This version has no texts for "${mail.template}".`);
        print(`To: ${mail.recipient}`);
        print(mail.sentAt ? `Sent: ${romeTime(mail.sentAt)} (Rome)` : "Not sent yet");
        print(`Subject: ${read.subject}\n\n${read.text}`);
      },
    },
    {
      name: "retry",
      args: ["ID"],
      says: "tries a queued or undelivered email now",
      unreasoned: true,
      change: async ({ db, config, now, arg, act: context }) => {
        const mail = await findMail(db, arg(0) ?? "");
        if (!mail || !(await retryMail(db, mail.id, now))) {
          throw new CommandError(`No email with the id ${arg(0)} is queued or undelivered.`);
        }
        const target = { mail: mail.id, ...(mail.userId && { user: mail.userId }) };
        await appendAuditEntry(db, context, { act: "mail.retry", target });
        const subject = subjectOf(mail, config, now) ?? mail.template;
        const when = "within seconds if the product runs, otherwise when it starts";
        return { lines: [`"${subject}" to ${mail.recipient} is sent ${when}.`] };
      },
    },
    LETTER,
  ],
};
