import { randomUUID } from "node:crypto";
import { and, lt, type SQL, sql } from "drizzle-orm";
import type { ActLevel, ActName } from "@/contract/staff/audit-log";
import type { Executor } from "../db/connect";
import { type ActTarget, acts } from "../db/schema/audit-log";

/** An audit log entry without the person and the reason: the action, its target, and its details. */
export type ActLine = { act: ActName; target: ActTarget; data?: Record<string, string> };

/** The person who makes a change, the reason, and the time. The audit log stores them with every change. */
export type Act = {
  /** The kind of actor; "command" by default. */
  level?: ActLevel;
  /** The name typed for a command, which belongs to no account; empty elsewhere. */
  actor: string;
  /** The acting account. */
  actorId?: string;
  reason: string;
  now: Date;
  /**
   * Collects entries until the executing function writes them with `plan` at the end of the transaction, so that other
   * transactions can write theirs meanwhile. Without it, each entry is written immediately.
   */
  waiting?: { by: Act; line: ActLine }[];
  /** SHA-256 of the confirmed preview. */
  plan?: string;
};

/** Returns the target of an entry about an edition. */
export const ofEdition = ({ id, year }: { id: string; year: number }): ActTarget => ({
  edition: id,
  year: String(year),
});

/**
 * Adds an entry to the audit log in the transaction of its change (rule staff.journal). Returns the entry's number, or null if
 * the entry waits.
 */
export async function writeAct(tx: Executor, by: Act, line: ActLine): Promise<number | null> {
  if (!by.waiting) return insertAct(tx, by, line);
  by.waiting.push({ by, line });
  return null;
}

/** Inserts an audit log entry and returns its number. */
async function insertAct(tx: Executor, by: Act, line: ActLine): Promise<number> {
  const { level = "command", actor, actorId, reason, now, plan } = by;
  const words = { ...(actor && { actor: word(actor) }), ...(reason && { reason: word(reason) }) };
  const [written] = await tx
    .insert(acts)
    .values({ data: {}, ...line, at: now, level, actorId, plan, words })
    .returning({ number: acts.number });
  if (!written) throw new Error("an act was not stored");
  return written.number;
}

const word = (text: string) => ({ text, salt: randomUUID() });

/**
 * Records a person's erasure in the audit log. Deletes the reasons of earlier actions on this person, which can name the
 * person, and the person's address where it was typed as an actor. The database allows no other deletion, and only in
 * entries before this one.
 */
export async function writeErasure(
  tx: Executor,
  by: Act,
  { id, email }: { id: string | null; email: string },
): Promise<void> {
  const target = id === null ? {} : { user: id };
  const number = await insertAct(tx, by, { act: "user.erase", target });
  if (id !== null) {
    await tx
      .update(acts)
      .set({ words: sql`${acts.words} - 'reason'` })
      .where(and(isAbout(target), lt(acts.number, number)));
  }
  await tx
    .update(acts)
    .set({ words: sql`${acts.words} - 'actor'` })
    .where(and(sql`${acts.words} -> 'actor' ->> 'text' = ${email}`, lt(acts.number, number)));
}

/** Returns the SQL condition for audit log entries about a target. */
export const isAbout = (target: ActTarget): SQL =>
  sql`${acts.target} @> ${JSON.stringify(target)}::jsonb`;
