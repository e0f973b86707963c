import { and, eq, gt, isNotNull, isNull, lte, notExists, or, sql } from "drizzle-orm";
import { DAY } from "@/contract/durations";
import { UNCONFIRMED_DAYS } from "@/contract/limits";
import { type ActionContext, appendErasureEntry, byClock, isAbout } from "../audit-log/entries";
import type { Database, Executor } from "../db/connect";
import {
  consents,
  identities,
  impersonations,
  mailTokens,
  registrations,
  savedLists,
  sessions,
  users,
} from "../db/schema/accounts";
import { projects } from "../db/schema/applications";
import { auditEntries, pendingApprovals } from "../db/schema/audit-log";
import { contributions } from "../db/schema/discussion";
import { invitations } from "../db/schema/evaluations";
import { feedback } from "../db/schema/feedback";
import { outbox, whitepaperRequests } from "../db/schema/mail";
import { passkeys } from "../db/schema/passkeys";
import { staffNotices } from "../db/schema/staff-notices";
import type { Dependencies } from "../dependencies";
import { eraseBytes } from "../files/erase-bytes";
import { eraseApplications } from "../project/erase-applications";
import { forgetRequests, leaveRequests } from "./data-requests";
import { keepFactors } from "./second-factor/reset";
import { dropApp } from "./sessions/second-factor-status";

type Step = (tx: Executor) => Promise<void>;
type Around = { before?: Step; after?: Step; by?: ActionContext };
type Tools = Pick<Dependencies, "db" | "config" | "store">;

/** Returns an address that no person can own (RFC 2606), with the id of the erased account. */
const pseudonym = (id: string) => `${id}@erased.invalid`;

/** Erases accounts that were deactivated longer ago than the retention time. Returns the number of erased accounts. */
export async function eraseDue(tools: Tools, now: Date): Promise<number> {
  const due = await dueForErasure(tools, now);
  for (const { id } of due) await eraseAccount(tools, id, now);
  return due.length;
}

/** Returns the deactivated accounts whose retention time has passed. */
export function dueForErasure({ db, config }: Pick<Tools, "db" | "config">, now: Date) {
  const before = new Date(now.getTime() - config.ERASE_AFTER_DAYS * DAY);
  return db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(
      and(isNotNull(users.deactivatedAt), lte(users.deactivatedAt, before), isNull(users.erasedAt)),
    );
}

/**
 * Erases the personal data of a deactivated account permanently. Keeps a meaningless id, the consents (the law requires
 * proof of them), receipt numbers, hashes, and closed scores. Returns false if the account is active or already erased.
 *
 * @param around extra work for the same transaction, and the person who erases (by default the scheduler)
 */
export async function eraseAccount(
  tools: Tools,
  id: string,
  now: Date,
  around: Around = {},
): Promise<boolean> {
  const erased = await eraseRows(tools.db, id, now, around);
  if (erased) await eraseBytes(tools, erased);
  return erased !== null;
}

/**
 * Erases the account's database rows. Returns what `eraseBytes` must delete after the commit, or null if the account is
 * active or already erased.
 */
export function eraseRows(db: Database, id: string, now: Date, around: Around = {}) {
  return db.transaction(async (tx) => {
    await around.before?.(tx);
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, id), isNotNull(users.deactivatedAt), isNull(users.erasedAt)))
      .for("update");
    if (!user) return null;
    await forgetTraces(tx, user, now);
    await forgetRequests(tx, { userId: id }, now);
    await appendErasureEntry(tx, around.by ?? byClock(now), user);
    const bytes = await eraseApplications(tx, eq(projects.userId, id), now);
    await tx
      .update(users)
      .set({
        email: pseudonym(id),
        firstName: "",
        lastName: "",
        passwordHash: null,
        newsletter: false,
        interest: null,
        roles: [],
        erasedAt: now,
        updatedAt: now,
      })
      .where(eq(users.id, id));
    await around.after?.(tx);
    return bytes;
  });
}

/**
 * Deletes sign-in methods, devices, mails, and all other data of the account, including data stored by its email
 * address.
 */
async function forgetTraces(tx: Executor, { id, email }: { id: string; email: string }, now: Date) {
  await tx.delete(identities).where(eq(identities.userId, id));
  await tx.delete(passkeys).where(eq(passkeys.userId, id));
  await dropApp(tx, id);
  await keepFactors(tx, id);
  await tx.delete(sessions).where(eq(sessions.userId, id));
  await tx.delete(savedLists).where(eq(savedLists.userId, id));
  await tx.delete(staffNotices).where(eq(staffNotices.userId, id));
  await tx.delete(impersonations).where(eq(impersonations.userId, id));
  await tx.delete(mailTokens).where(eq(mailTokens.userId, id));
  await tx.delete(invitations).where(eq(invitations.userId, id));
  // Feedback that an applicant received with a decision stays: another table stores it, without the evaluator's name.
  await tx.delete(feedback).where(eq(feedback.evaluatorId, id));
  // Score revisions stay without a name, because the ranking uses them. Discussion summaries also stay, because other
  // evaluators have agreed to them.
  await tx.update(contributions).set({ text: "" }).where(eq(contributions.authorId, id));
  await tx.delete(pendingApprovals).where(eq(pendingApprovals.userId, id));
  await forgetAddress(tx, { id, email }, now);
}

/**
 * Removes an email address from whitepaper requests, data requests, and mails. Returns the number of affected rows by
 * kind.
 */
async function forgetAddress(
  tx: Executor,
  { id, email }: { id: string | null; email: string },
  now: Date,
) {
  const asked = await tx
    .delete(whitepaperRequests)
    .where(eq(whitepaperRequests.email, email))
    .returning({ id: whitepaperRequests.id });
  const mine = id === null ? undefined : eq(outbox.userId, id);
  const mails = or(mine, eq(outbox.recipient, email));
  const unsent = await tx
    .delete(outbox)
    .where(and(mails, isNull(outbox.sentAt)))
    .returning({ id: outbox.id });
  // Keep the mail's row as a record of what staff sent. Delete the recipient and the content.
  const nobody = pseudonym(id ?? "nobody");
  const requests = await forgetRequests(tx, { email }, now);
  const written = await tx
    .update(outbox)
    .set({ recipient: nobody, data: {}, lastError: null, says: null })
    .where(mails)
    .returning({ id: outbox.id });
  return { whitepaper: asked.length, requests, mails: unsent.length + written.length };
}

/**
 * Erases the data about a person who has no account, for example whitepaper requests. Returns the number of removed
 * database rows by kind, or null if no row contained the address.
 */
export function eraseAddress(db: Database, email: string, context: ActionContext) {
  return db.transaction(async (tx) => {
    const gone = await forgetAddress(tx, { id: null, email }, context.now);
    if (Object.values(gone).every((count) => count === 0)) return null;
    await appendErasureEntry(tx, context, { id: null, email });
    return gone;
  });
}

/**
 * Removes accounts whose address was not confirmed in time, because the address can belong to a stranger. Skips invited
 * evaluators, because staff manage them. Returns the number of removed accounts. Rule: account.retention.
 */
export async function removeUnconfirmed({ db }: Pick<Tools, "db">, now: Date): Promise<number> {
  const before = new Date(now.getTime() - UNCONFIRMED_DAYS * DAY);
  const recent = db
    .select({ one: sql`1` })
    .from(registrations)
    .where(and(eq(registrations.userId, users.id), gt(registrations.createdAt, before)));
  const invited = db.select().from(invitations).where(eq(invitations.userId, users.id));
  const old = and(
    isNull(users.emailConfirmedAt),
    isNull(users.deactivatedAt),
    eq(users.roles, []),
    lte(users.createdAt, before),
    notExists(recent),
    notExists(invited),
  );
  const due = await db.select({ id: users.id }).from(users).where(old);
  let removed = 0;
  for (const { id } of due) {
    await db.transaction(async (tx) => {
      // Check the account again after locking its row, because the owner can confirm the address in the meantime.
      const [user] = await tx
        .select()
        .from(users)
        .where(and(eq(users.id, id), old))
        .for("update");
      if (!user) return;
      await removeUnproved(tx, user, now);
      removed += 1;
    });
  }
  return removed;
}

/** Removes an unconfirmed account and the consents recorded for it. */
export async function removeUnproved(
  tx: Executor,
  user: { id: string; email: string },
  now: Date,
): Promise<void> {
  // Match mails by account, not by address. Whitepaper mails to the same address belong to no account and stay, because
  // the owner of the address could have requested them.
  const mine = eq(outbox.userId, user.id);
  await tx.delete(outbox).where(and(mine, isNull(outbox.sentAt)));
  await tx
    .update(outbox)
    .set({ recipient: pseudonym(user.id), data: {}, lastError: null, says: null })
    .where(mine);
  await tx.delete(consents).where(eq(consents.userId, user.id));
  await leaveRequests(tx, user);
  await tx.delete(users).where(eq(users.id, user.id));
  // The audit log can contain a reason that staff wrote about this account, for example with an invitation. Erase that
  // reason too.
  const known = (await tx.$count(auditEntries, isAbout({ user: user.id }))) > 0;
  if (known) await appendErasureEntry(tx, byClock(now), user);
}
