import { eq, sql } from "drizzle-orm";
import { EMAIL_BACK_DAYS } from "@/contract/limits";
import { DAY } from "@/contract/spans";
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
import { dropApp, dropPasskeys } from "./factor/held";
import { tellOwner } from "./factor/notices";
import { tellOfPasskey } from "./keys/passkeys";
import { createMailToken, spendMailToken, type Token, voidMailTokens } from "./mail-tokens";
import { evenTime } from "./passwords/even-time";
import { queueRecovery } from "./passwords/recovery";
import { endSessions } from "./sessions/sessions";

type User = typeof users.$inferSelect;

/**
 * Asks for another address (rule account.email-change): a link goes to it, which proves it. An address with
 * an account gets the same answer after the same work, and its owner a mail.
 */
export async function askNewEmail(call: Call<typeof changeEmail>) {
  const { db, caller, body } = call;
  const now = call.now();
  await takeOne(db, accountLimit("email", caller.id), now);
  await evenTime(async () => {
    // Shared with registrations: one mailbox is written to five times an hour, whoever asks.
    const limit = accountLimit("register", body.email);
    const silent = (await countOne(db, limit, now)) > limit.max;
    if (silent || body.email === caller.email) return;
    await db.transaction((tx) => askOnce(tx, caller, body.email, now));
  });
  call.wakeMail();
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
 * Mails an address the link that makes it the account's; the ones before no longer work.
 *
 * @param sessionId the session that asked, which goes on afterwards; without one all end
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

/** The account of an address, locked. */
export async function accountAt(tx: Executor, email: string): Promise<User | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.email, email)).for("update");
  return user;
}

/** An account that nobody has proved to own does not hold its address; one that staff invited does. */
export function isTaken({ emailConfirmedAt, deactivatedAt, evaluator }: User): boolean {
  return emailConfirmedAt !== null || deactivatedAt !== null || evaluator;
}

/**
 * The link in the mail to the new address, which makes it the account's; or the one in the mail to the former
 * address, which takes it back. 410 for any other token, and when somebody proved the address meanwhile.
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
    if (back) await takeBack(tx, user, token, now);
    else await tellFormer(tx, user, token, now);
    return back ? ("taken_back" as const) : ("changed" as const);
  });
  call.wakeMail();
  return { status };
}

/** Gives the account the token's address, with what else is known by the former one; the account as it was. */
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
  // What has not left yet goes where its reader is now.
  await tx
    .update(outbox)
    .set({ recipient: email })
    .where(
      sql`${outbox.userId} = ${user.id} and ${outbox.recipient} = ${user.email} and ${outbox.sentAt} is null and ${outbox.failedAt} is null`,
    );
  // A link to choose a password belongs to the mailbox it was sent to.
  await voidMailTokens(tx, "reset", user.id, now);
  return user;
}

/** PostgreSQL's code for a value that has to be unique and is not. */
const UNIQUE_VIOLATION = "23505";

/** The address got an account after it was looked for: a registration or another link was a moment faster. */
function takenJustNow(error: unknown): never {
  if (sqlState(error) === UNIQUE_VIOLATION) return fail("token_expired");
  throw error;
}

/** The other sessions end, and the former address hears of it, with a link to object. */
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
 * Whoever moved the account knew its password: none of what opened it does any more, and the owner chooses
 * a new one through the mailbox. A second factor stays if it is older than they can have been at it: nobody takes it
 * off who has no more than the former mailbox. What is taken off is named by mail.
 */
async function takeBack(tx: Executor, user: User, { expiresAt }: Token, now: Date) {
  await voidMailTokens(tx, "email", user.id, now);
  await tx.delete(identities).where(eq(identities.userId, user.id));
  // The link is made when the address changes: as long before that as the link is good.
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
