import type { Endpoint } from "@/contract/endpoint";
import { type AuditEntry, appendAuditEntry } from "../../audit-log/entries";
import { accountLimit } from "../../http/limits";
import { takeOne } from "../../http/rate-limit";
import type { Call } from "../../http/serve";
import { markedAsTest, type QueuedMail, queueMail } from "../../mail/outbox";
import { actionContextFor } from "../action-context";

type Asking = Pick<Call<Endpoint>, "db" | "caller" | "notifyMailWorker" | "arrivedAt">;

/**
 * Sends the caller a test of an email that normally goes to other people. Limits the number of tests per hour and adds
 * each test to the audit log.
 */
export async function mailToMe(
  { db, caller, notifyMailWorker, arrivedAt }: Asking,
  mail: Omit<QueuedMail, "recipient">,
  line: Omit<AuditEntry, "act">,
): Promise<{ to: string }> {
  await takeOne(db, accountLimit("mail_test", caller.id), arrivedAt);
  await db.transaction(async (tx) => {
    await queueMail(tx, {
      ...mail,
      data: markedAsTest(mail.data),
      recipient: caller.email,
    });
    await appendAuditEntry(tx, actionContextFor(caller, "", arrivedAt), {
      act: "mail.test",
      ...line,
    });
  });
  notifyMailWorker();
  return { to: caller.email };
}
