import { and, eq, lte } from "drizzle-orm";
import { HOUR } from "@/contract/spans";
import type { BackendConfig } from "../../config";
import type { Database, Executor } from "../../db/connect";
import { factorResets } from "../../db/schema/keys";
import type { Dependencies } from "../../dependencies";
import { endSessions } from "../sessions/sessions";
import { dropApp, dropPasskeys, hasApp, hasPasskey } from "./held";
import { tellOwner } from "./notices";

/*
 * (rule account.factor-reset) For whoever has lost the app, its recovery codes and every passkey. Staff ask for it, two
 * of them; its owner hears of it at once, and any use of what is said to be lost calls it off.
 */

/**
 * Asks for an account's passkeys and app to be taken off after the delay that is configured; its owner is told. When
 * that is; null where there is nothing to take off, or it was asked already.
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

/** Calls a reset off: whether there was one. */
export async function keepFactors(tx: Executor, userId: string): Promise<boolean> {
  const gone = await tx
    .delete(factorResets)
    .where(eq(factorResets.userId, userId))
    .returning({ userId: factorResets.userId });
  return gone.length > 0;
}

/** When the account's passkeys and app go; null where nobody has asked for it. */
export async function resetOf(db: Executor, userId: string): Promise<Date | null> {
  const [row] = await db.select().from(factorResets).where(eq(factorResets.userId, userId));
  return row?.dueAt ?? null;
}

/** Takes off what staff have asked to, once its time has come; every session of the account ends. How many. */
export async function resetDue(
  { db, wakeMail }: Pick<Dependencies, "db" | "wakeMail">,
  now: Date,
): Promise<number> {
  const due = await db.select().from(factorResets).where(lte(factorResets.dueAt, now));
  for (const { userId } of due) await resetOne(db, userId, now);
  if (due.length > 0) wakeMail();
  return due.length;
}

async function resetOne(db: Database, userId: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const still = and(eq(factorResets.userId, userId), lte(factorResets.dueAt, now));
    const [mine] = await tx.delete(factorResets).where(still).returning();
    // Called off a moment ago.
    if (!mine) return;
    await dropApp(tx, userId);
    const removed = await dropPasskeys(tx, userId);
    await endSessions(tx, userId, { now });
    await tellOwner(tx, "factor_reset_done", userId, now, {
      data: { passkeys: removed.join(", ") },
    });
  });
}
