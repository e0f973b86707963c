import type { Endpoint } from "@/contract/endpoint";
import { type ActLine, writeAct } from "../../audit-log/entries";
import { accountLimit } from "../../http/limits";
import { takeOne } from "../../http/rate-limit";
import type { Call } from "../../http/serve";
import { type QueuedMail, queueMail } from "../../mail/outbox";
import { byCaller } from "../action-context";

type Asking = Pick<Call<Endpoint>, "db" | "caller" | "wakeMail" | "arrivedAt">;

/**
 * Sends the caller a test of an email to others. Limits the tests per hour and writes each test to the audit
 * log.
 */
export async function mailToMe(
  { db, caller, wakeMail, arrivedAt }: Asking,
  mail: Omit<QueuedMail, "recipient">,
  line: Omit<ActLine, "act">,
): Promise<{ to: string }> {
  await takeOne(db, accountLimit("mail_test", caller.id), arrivedAt);
  await db.transaction(async (tx) => {
    await queueMail(tx, { ...mail, recipient: caller.email });
    await writeAct(tx, byCaller(caller, "", arrivedAt), { act: "mail.test", ...line });
  });
  wakeMail();
  return { to: caller.email };
}
