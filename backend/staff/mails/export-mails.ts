import { desc, eq, inArray } from "drizzle-orm";
import { exportMails as contract, type MailRow } from "@/contract/staff/mails";
import { users } from "../../db/schema/accounts";
import { outbox } from "../../db/schema/mail";
import { messagesIn } from "../../documents/messages";
import { fileSlug } from "../../http/download";
import type { Call } from "../../http/serve";
import { receiptsOf } from "../receipts-of";
import { requireKeyForAll } from "../record-export";
import { type ExportValues, inBatches, sendExport } from "../write-export";
import { selectMails, toRows } from "./list-mails";
import { mailsMatching } from "./mail-filter";

/** Exports the matching emails as a table, newest first, with title, recipient, and delivery, but never the text. */
export async function exportMails(call: Call<typeof contract>) {
  const { config, arrivedAt } = call;
  const { format, columns, ...filter } = call.query;
  await requireKeyForAll(call, contract, filter);
  const { tables } = messagesIn(call.language);
  const { state, ...others } = filter;
  return sendExport(call, {
    ...{ list: "mails", options: { format, columns }, filter, values: VALUES },
    name: [
      ...(state ? [fileSlug(tables.states.mails[state])] : []),
      ...(Object.keys(others).length > 0 ? [tables.filtered] : []),
    ],
    async rows(tx) {
      const found = await tx
        .select({ id: outbox.id, projectId: outbox.projectId })
        .from(outbox)
        .leftJoin(users, eq(users.id, outbox.userId))
        .where(mailsMatching(filter, arrivedAt))
        .orderBy(desc(outbox.createdAt), desc(outbox.id));
      const ids = found.map(({ id }) => id);
      const projectOf = new Map(found.map(({ id, projectId }) => [id, projectId]));
      return inBatches(ids, async (some) => {
        const projects = some.flatMap((id) => projectOf.get(id) ?? []);
        const receipts = await receiptsOf(tx, projects);
        const mails = await selectMails(tx, inArray(outbox.id, some));
        return (await toRows(tx, config, mails, arrivedAt)).map((row) => ({
          ...row,
          number: receipts.get(projectOf.get(row.id) ?? "") ?? "",
        }));
      });
    },
  });
}

const toDate = (instant: string | null) => (instant === null ? null : new Date(instant));

/** Functions that return the column values for `EXPORT_COLUMNS.mails`. */
const VALUES: ExportValues<MailRow & { number: string }> = {
  subject: ({ subject }) => subject,
  template: ({ template }) => template,
  language: ({ language }) => language,
  id: ({ id }) => id,
  email: ({ recipient }) => recipient,
  person: ({ person }) => person,
  number: ({ number }) => number,
  state: ({ state }, { tables }) => tables.states.mails[state],
  queued: ({ queued_at }) => toDate(queued_at),
  left: ({ left_at }) => toDate(left_at),
  next: ({ next_at }) => toDate(next_at),
  attempts: ({ attempts }) => attempts,
  says: ({ says }) => says,
};
