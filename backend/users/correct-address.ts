import { and, eq, isNull } from "drizzle-orm";
import type { Executor } from "../db/connect";
import { users } from "../db/schema/accounts";
import { invitations } from "../db/schema/evaluations";
import { outbox } from "../db/schema/mail";
import { type Act, writeAct } from "../journal/acts";
import { queueMail } from "../mail/outbox";
import { accountAt, isTaken, mailEmailLink } from "./email-change";
import { createMailToken, voidMailTokens } from "./mail-tokens";
import { sendLinkAgain } from "./registrations";

type User = typeof users.$inferSelect;

/** What a correction comes to: the new address is asked whether it is somebody's, or an account that nobody has proved moves at once. */
export type Corrected = "asked" | "moved";
/** Why an address cannot be corrected. */
export type NotCorrected =
  | "account_closed"
  | "same_address"
  | "address_taken"
  | "invited"
  | "link_waiting";

/**
 * Corrects somebody's address, as staff were asked to (rule account.email-correction). Where the address was proved, nothing moves
 * before the link in the mail to the new one was followed, and the old one hears of it at once, with a link that calls it off
 * and takes the account back. Where nobody has proved it, it may be a stranger's, who hears nothing: the account moves,
 * and the link that confirms it goes to the new address alone.
 *
 * @param user locked
 * @param email in lower case
 */
export async function correctAddress(
  tx: Executor,
  user: User,
  email: string,
  act: Act,
): Promise<Corrected | NotCorrected> {
  if (user.deactivatedAt) return "account_closed";
  if (email === user.email) return "same_address";
  const owner = await accountAt(tx, email);
  const isProved = user.emailConfirmedAt !== null;
  if (owner && (isTaken(owner) || !isProved)) return "address_taken";
  if (!isProved && (await isInvited(tx, user))) return "invited";
  if (await isOnItsWay(tx, user, email)) return "link_waiting";
  await (isProved ? ask(tx, user, email, act.now) : move(tx, user, email, act.now));
  await writeAct(tx, act, { act: "user.correct", target: { user: user.id } });
  return isProved ? "asked" : "moved";
}

/** An invitation proves the address it was sent to: another one is invited anew. */
async function isInvited(tx: Executor, { id, evaluator }: User): Promise<boolean> {
  return evaluator || (await tx.$count(invitations, eq(invitations.userId, id))) > 0;
}

/** Whether the link to that address waits to leave: another one would void it. */
async function isOnItsWay(tx: Executor, { id }: User, email: string): Promise<boolean> {
  const waiting = and(
    eq(outbox.userId, id),
    eq(outbox.recipient, email),
    eq(outbox.template, "email_change"),
    isNull(outbox.sentAt),
    isNull(outbox.failedAt),
  );
  return (await tx.$count(outbox, waiting)) > 0;
}

async function ask(tx: Executor, user: User, email: string, now: Date): Promise<void> {
  await mailEmailLink(tx, user, email, now);
  const token = await createMailToken(tx, "email_back", user.id, now, { email: user.email });
  await queueMail(tx, {
    template: "email_correction",
    userId: user.id,
    recipient: user.email,
    language: user.language,
    data: { first_name: user.firstName, email, at: now.toISOString(), token },
  });
}

async function move(tx: Executor, user: User, email: string, now: Date): Promise<void> {
  // No link that went to the wrong mailbox opens the account any more, and none that waits goes there.
  for (const kind of ["confirm", "reset"] as const) await voidMailTokens(tx, kind, user.id, now);
  const waiting = and(
    eq(outbox.userId, user.id),
    eq(outbox.recipient, user.email),
    isNull(outbox.sentAt),
    isNull(outbox.failedAt),
  );
  await tx.delete(outbox).where(waiting);
  await tx.update(users).set({ email, updatedAt: now }).where(eq(users.id, user.id));
  await sendLinkAgain(tx, { ...user, email }, now);
}
