import { eq, inArray, type SQL } from "drizzle-orm";
import { z } from "zod";
import * as contract from "@/contract/staff/mails";
import { type ActionContext, appendAuditEntry } from "../../audit-log/entries";
import type { Database } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { outbox } from "../../db/schema/mail";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { findMail, isMail } from "../../mail/administer";
import { type ResendResult, sendAgain } from "../../mail/send-again";
import { executeAction, type Outcome } from "../execute-action";
import { mailsMatching } from "./mail-filter";

type Selection = z.output<(typeof contract.retryMails)["body"]>["selection"];

/**
 * Sends an email again, even if the mail server accepted the email before. Reuses the same outbox row, so the worker
 * cannot send two copies at the same time.
 */
export function resendMail(call: Call<typeof contract.resendMail>) {
  return executeAction(contract.resendMail, call, async (db, context) => {
    const { id } = call.params;
    const mail = z.uuid().safeParse(id).success ? await findMail(db, id) : undefined;
    if (!mail) return fail("not_found");
    const which = isMail(mail.id);
    return outcomeOf(
      db,
      context,
      [mail.id],
      await sendAgain(db, which, { now: context.now, taken: true }),
    );
  });
}

/** Retries the selected emails that were not delivered. The command `npm run mail -- retry` does this for one email. */
export function retryMails(call: Call<typeof contract.retryMails>) {
  const { selection } = call.body;
  return executeAction(contract.retryMails, call, async (db, context) => {
    const ids = await chosenMails(db, selection, context.now);
    const again = await sendAgain(db, inArray(outbox.id, ids), { now: context.now, taken: false });
    const outcome = await outcomeOf(db, context, ids, again);
    return { ...outcome, changed: "count" in selection && selection.count !== ids.length };
  });
}

/** Returns the ids of the emails that staff selected by id or by query. */
async function chosenMails(db: Database, selection: Selection, now: Date): Promise<string[]> {
  const where: SQL | undefined =
    "ids" in selection ? inArray(outbox.id, selection.ids) : mailsMatching(selection.query, now);
  const rows = await db
    .select({ id: outbox.id })
    .from(outbox)
    .leftJoin(users, eq(users.id, outbox.userId))
    .where(where);
  return rows.map(({ id }) => id);
}

/**
 * Writes one audit entry for each email that was sent again, and returns the result of the action. If the database row
 * of an email is locked, a worker is sending the email, so the result reports the email as refused.
 */
async function outcomeOf(
  db: Database,
  context: ActionContext,
  ids: readonly string[],
  again: readonly ResendResult[],
): Promise<Outcome> {
  const known = new Set(again.map(({ id }) => id));
  const locked = ids.filter((id) => !known.has(id)).map((id) => ({ id, not: "mail_under_way" }));
  const done = again.filter((one) => "how" in one);
  for (const { id, userId, how, sentAt } of done) {
    await appendAuditEntry(db, context, {
      act: how === "resent" ? "mail.resend" : "mail.retry",
      target: { mail: id, ...(userId && { user: userId }) },
      // The audit entry stores when the mail server accepted the email before, because sending again clears this time
      // in the outbox row.
      ...(sentAt && { data: { at: sentAt.toISOString() } }),
    });
  }
  const refused = [...again.filter((one) => "not" in one), ...locked];
  const counted = (names: string[]) =>
    [...Map.groupBy(names, (name) => name)].map(([name, own]) => ({ name, count: own.length }));
  return {
    count: done.length,
    to: [...done.map(({ id }) => id), ...refused.map(({ id, not }) => `${id} ${not}`)],
    effects: counted(done.map(({ how }) => `mail_${how}`)),
    against: counted(refused.map(({ not }) => not)),
  };
}
