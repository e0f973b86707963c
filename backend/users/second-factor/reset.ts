import { and, eq, lte } from "drizzle-orm";
import { HOUR } from "@/contract/durations";
import type { BackendConfig } from "../../config";
import type { Database, Executor } from "../../db/connect";
import { factorResets } from "../../db/schema/passkeys";
import type { Dependencies } from "../../dependencies";
import { dropApp, dropPasskeys, hasApp, hasPasskey } from "../sessions/second-factor-status";
import { endSessions } from "../sessions/sessions";
import { tellOwner } from "./notices";

/*
 * Reset of the second factor for users who lost the authenticator app, its recovery codes, and every passkey. Two staff
 * members must approve the reset. The owner immediately receives a mail, and any use of a factor cancels the reset.
 * Rule: account.factor-reset.
 */

/**
 * Schedules the removal of an account's passkeys and authenticator app after the configured delay, and mails the owner.
 * Returns the due date, or null if there is nothing to remove or a reset is already pending.
 */
export async function askReset(
  tx: Executor,
  { SECOND_FACTOR_RESET_HOURS }: Pick<BackendConfig, "SECOND_FACTOR_RESET_HOURS">,
  userId: string,
  now: Date,
): Promise<Date | null> {
  if (!(await hasApp(tx, userId)) && !(await hasPasskey(tx, userId))) return null;
  const dueAt = new Date(now.getTime() + SECOND_FACTOR_RESET_HOURS * HOUR);
  const [asked] = await tx
    .insert(factorResets)
    .values({ userId, createdAt: now, dueAt })
    .onConflictDoNothing()
    .returning({ dueAt: factorResets.dueAt });
  if (!asked) return null;
  await tellOwner(tx, "factor_reset_asked", userId, dueAt);
  return dueAt;
}

/** Cancels a pending second-factor reset. Returns whether there was one. */
export async function keepFactors(tx: Executor, userId: string): Promise<boolean> {
  const gone = await tx
    .delete(factorResets)
    .where(eq(factorResets.userId, userId))
    .returning({ userId: factorResets.userId });
  return gone.length > 0;
}

/** Returns when the account's passkeys and authenticator app will be removed, or null if no reset is pending. */
export async function resetOf(db: Executor, userId: string): Promise<Date | null> {
  const [row] = await db.select().from(factorResets).where(eq(factorResets.userId, userId));
  return row?.dueAt ?? null;
}

/**
 * Removes the passkeys and authenticator apps of the accounts whose reset is due, and ends all sessions of these
 * accounts. Returns the number of accounts.
 */
export async function resetDue(
  { db, notifyMailWorker }: Pick<Dependencies, "db" | "notifyMailWorker">,
  now: Date,
): Promise<number> {
  const due = await db.select().from(factorResets).where(lte(factorResets.dueAt, now));
  for (const { userId } of due) await resetOne(db, userId, now);
  if (due.length > 0) notifyMailWorker();
  return due.length;
}

async function resetOne(db: Database, userId: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const still = and(eq(factorResets.userId, userId), lte(factorResets.dueAt, now));
    const [mine] = await tx.delete(factorResets).where(still).returning();
    // The reset is no longer pending: the owner has canceled it, or another process has executed it.
    if (!mine) return;
    await dropApp(tx, userId);
    const removed = await dropPasskeys(tx, userId);
    await endSessions(tx, userId, { now });
    await tellOwner(tx, "factor_reset_done", userId, now, {
      data: { passkeys: removed.join(", ") },
    });
  });
}
