import { eq, sql } from "drizzle-orm";
import { DAY } from "@/contract/durations";
import { EMAIL_BACK_DAYS } from "@/contract/limits";
import type { changeEmail, confirmNewEmail } from "@/contract/users/own-account";
import { type Executor, sqlState } from "../db/connect";
import { hashToken } from "../db/hash-token";
import { identities, mailTokens, users } from "../db/schema/accounts";
import { outbox, whitepaperRequests } from "../db/schema/mail";
import { fail } from "../http/failure";
import { accountLimit } from "../http/limits";
import { countOne, takeOne } from "../http/rate-limit";
import type { Call, Caller } from "../http/serve";
import { queueMail } from "../mail/outbox";
import { removeUnproved } from "./erase";
import { createMailToken, spendMailToken, type Token, voidMailTokens } from "./mail-tokens";
import { tellOfPasskey } from "./passkeys/passkeys";
import { evenTime } from "./passwords/even-time";
import { queueRecovery } from "./passwords/recovery";
import { tellOwner } from "./second-factor/notices";
import { dropApp, dropPasskeys } from "./sessions/second-factor-status";
import { endSessions } from "./sessions/sessions";

type User = typeof users.$inferSelect;

/**
 * Mails a link to a new email address, to confirm that the caller owns the address. If the address already has an
 * account, the account's owner receives a notice instead. The response and its timing do not reveal whether the address
 * has an account. Rule: account.email-change.
 */
export async function askNewEmail(call: Call<typeof changeEmail>) {
  const { db, caller, body } = call;
  const now = call.now();
  await takeOne(db, accountLimit("email", caller.id), now);
  await evenTime(async () => {
    // Registrations count toward the same rate limit. So registrations and address changes together cause at most five
    // mails an hour to one mailbox, from any number of clients.
    const limit = accountLimit("register", body.email);
    const silent = (await countOne(db, limit, now)) > limit.max;
    if (silent || body.email === caller.email) return;
    await db.transaction((tx) => askOnce(tx, caller, body.email, now));
  });
  call.notifyMailWorker();
  return { status: "confirmation_sent" as const };
}

async function askOnce(tx: Executor, user: Caller, email: string, now: Date) {
  const owner = await accountAt(tx, email);
  if (!owner || !isTaken(owner)) return mailEmailLink(tx, user, email, now, user.sessionId);
  await voidMailTokens(tx, "email", user.id, now);
  return queueMail(tx, {
    template: "email_taken",
    userId: owner.id,
    recipient: email,
    language: owner.language,
  });
}

/**
 * Mails a link that changes the account's email address to the given address. Earlier links stop working.
 *
 * @param sessionId the session that requested the change and stays open; without it, all sessions end
 */
export async function mailEmailLink(
  tx: Executor,
  user: Pick<User, "id" | "language">,
  email: string,
  now: Date,
  sessionId?: string,
): Promise<void> {
  await voidMailTokens(tx, "email", user.id, now);
  const more = { email, ...(sessionId && { sessionId }) };
  await queueMail(tx, {
    template: "email_change",
    userId: user.id,
    recipient: email,
    language: user.language,
    data: { token: await createMailToken(tx, "email", user.id, now, more) },
  });
}

/** Returns the account with an email address, and locks its row. */
export async function accountAt(tx: Executor, email: string): Promise<User | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.email, email)).for("update");
  return user;
}

/**
 * Reports whether an account prevents others from using its email address. An unconfirmed account does not prevent
 * this, unless staff invited the account.
 */
export function isTaken({ emailConfirmedAt, deactivatedAt, evaluator }: User): boolean {
  return emailConfirmedAt !== null || deactivatedAt !== null || evaluator;
}

/**
 * Accepts a mailed link of an address change. The link to the new address completes the change; the link to the former
 * address reverts it. Fails with 410 for any other token, or if another account now has the address.
 */
export async function confirmEmailChange(call: Call<typeof confirmNewEmail>) {
  const { db, body } = call;
  const now = call.now();
  const status = await db.transaction(async (tx) => {
    const [known] = await tx
      .select({ kind: mailTokens.kind })
      .from(mailTokens)
      .where(eq(mailTokens.hash, hashToken(body.token)));
    const back = known?.kind === "email_back";
    const token = await spendMailToken(tx, back ? "email_back" : "email", body.token, now);
    const user = await moveAccount(tx, token, now);
    if (back) await restoreFormerAddress(tx, user, token, now);
    else await tellFormer(tx, user, token, now);
    return back ? ("taken_back" as const) : ("changed" as const);
  });
  call.notifyMailWorker();
  return { status };
}

/**
 * Gives the account, its queued mails, and its whitepaper requests the address in the token. Returns the account as it
 * was before the change.
 */
async function moveAccount(tx: Executor, { userId, email }: Token, now: Date): Promise<User> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("update");
  if (!user || !email || user.deactivatedAt) return fail("token_expired");
  const other = await accountAt(tx, email);
  if (other && other.id !== user.id) {
    if (isTaken(other)) return fail("token_expired");
    await removeUnproved(tx, other, now);
  }
  await tx
    .update(users)
    .set({ email, updatedAt: now })
    .where(eq(users.id, user.id))
    .catch(takenJustNow);
  await tx
    .update(whitepaperRequests)
    .set({ email })
    .where(eq(whitepaperRequests.email, user.email));
  // Send the queued mails to the new address.
  await tx
    .update(outbox)
    .set({ recipient: email })
    .where(
      sql`${outbox.userId} = ${user.id} and ${outbox.recipient} = ${user.email} and ${outbox.sentAt} is null and ${outbox.failedAt} is null`,
    );
  // Invalidate the links to reset the password, because they were mailed to the former address.
  await voidMailTokens(tx, "reset", user.id, now);
  return user;
}

/** PostgreSQL's error code for a violated unique constraint. */
const UNIQUE_VIOLATION = "23505";

/**
 * Converts the unique-constraint error of an address change to a 410. The error occurs if a registration or another
 * link took the address after the check.
 */
function takenJustNow(error: unknown): never {
  if (sqlState(error) === UNIQUE_VIOLATION) return fail("token_expired");
  throw error;
}

/** Ends the account's other sessions, and mails the former address a link to revert the change. */
async function tellFormer(tx: Executor, user: User, { sessionId, email }: Token, now: Date) {
  await endSessions(tx, user.id, { ...(sessionId && { keep: sessionId }), now });
  const token = await createMailToken(tx, "email_back", user.id, now, { email: user.email });
  await queueMail(tx, {
    template: "email_changed",
    userId: user.id,
    recipient: user.email,
    language: user.language,
    data: { first_name: user.firstName, email: email ?? "", at: now.toISOString(), token },
  });
}

/**
 * Returns an account to its owner after an attacker changed its address. Removes the password, provider logins, and
 * sessions, and mails the owner a link to choose a new password. Keeps second factors that were added long before the
 * change, because access to the mailbox must not be enough to remove them. Mails name every removed factor.
 */
async function restoreFormerAddress(tx: Executor, user: User, { expiresAt }: Token, now: Date) {
  await voidMailTokens(tx, "email", user.id, now);
  await tx.delete(identities).where(eq(identities.userId, user.id));
  // The link was created when the address changed, `EMAIL_BACK_DAYS` before it expires. Also remove factors from the
  // same number of days before the change, because an attacker can add a factor first.
  const since = new Date(expiresAt.getTime() - 2 * EMAIL_BACK_DAYS * DAY);
  const passkeys = await dropPasskeys(tx, user.id, since);
  const hadApp = await dropApp(tx, user.id, since);
  await tx.update(users).set({ passwordHash: null }).where(eq(users.id, user.id));
  await endSessions(tx, user.id, { now });
  const [back] = await tx.select().from(users).where(eq(users.id, user.id));
  if (!back) return;
  for (const name of passkeys) await tellOfPasskey(tx, "passkey_removed", back, name, now);
  if (hadApp) await tellOwner(tx, "app_removed", back.id, now);
  await queueRecovery(tx, back, now);
}
