import { and, eq, isNull } from "drizzle-orm";
import { type ActionContext, appendAuditEntry } from "../audit-log/entries";
import type { Executor } from "../db/connect";
import { users } from "../db/schema/accounts";
import { invitations } from "../db/schema/evaluations";
import { outbox } from "../db/schema/mail";
import { queueMail } from "../mail/outbox";
import { accountAt, isTaken, mailEmailLink } from "./email-change";
import { createMailToken, voidMailTokens } from "./mail-tokens";
import { sendLinkAgain } from "./registrations";

type User = typeof users.$inferSelect;

/**
 * Result of an address correction: `asked` if a link was mailed to the new address, or `moved` if the account was
 * unconfirmed and got the new address immediately.
 */
export type Corrected = "asked" | "moved";
/** Reason why staff cannot correct an email address. */
export type NotCorrected =
  | "account_closed"
  | "same_address"
  | "address_taken"
  | "invited"
  | "link_waiting";

/**
 * Corrects a user's email address at the request of staff. A confirmed account gets the new address only when the user
 * opens the link that is mailed there. The old address immediately receives a link that cancels the change. An
 * unconfirmed account gets the new address immediately, and the new address receives the confirmation link. The old
 * address then receives no mail, because it can belong to a stranger. Rule: account.email-correction.
 *
 * @param user the user row, already locked
 * @param email the new address, in lower case
 */
export async function correctAddress(
  tx: Executor,
  user: User,
  email: string,
  context: ActionContext,
): Promise<Corrected | NotCorrected> {
  if (user.deactivatedAt) return "account_closed";
  if (email === user.email) return "same_address";
  const owner = await accountAt(tx, email);
  const isProved = user.emailConfirmedAt !== null;
  if (owner && (isTaken(owner) || !isProved)) return "address_taken";
  if (!isProved && (await isInvited(tx, user))) return "invited";
  if (await isOnItsWay(tx, user, email)) return "link_waiting";
  await (isProved ? ask(tx, user, email, context.now) : move(tx, user, email, context.now));
  await appendAuditEntry(tx, context, { act: "user.correct", target: { user: user.id } });
  return isProved ? "asked" : "moved";
}

/**
 * Reports whether staff invited the account. Staff correct such an account by inviting the correct address, because an
 * invitation confirms its own address.
 */
async function isInvited(tx: Executor, { id, evaluator }: User): Promise<boolean> {
  return evaluator || (await tx.$count(invitations, eq(invitations.userId, id))) > 0;
}

/**
 * Reports whether a mail with a link to the new address is still queued. A second link would invalidate the queued
 * link.
 */
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
  // Invalidate the links that were mailed to the wrong address, and delete the mails to that address that are still
  // queued.
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
