import { randomUUID } from "node:crypto";
import { and, lt, type SQL, sql } from "drizzle-orm";
import type { ActLevel, ActName } from "@/contract/staff/acts";
import type { Executor } from "../db/connect";
import { type ActTarget, acts } from "../db/schema/journal";

/** What is done to what: a line of the journal, without who and why. */
export type ActLine = { act: ActName; target: ActTarget; data?: Record<string, string> };

/** Who changes something, why and when: in the journal with every change. */
export type Act = {
  /** At a shell unless said otherwise. */
  level?: ActLevel;
  /** A name as typed at a shell, of nobody's account; empty elsewhere. */
  actor: string;
  /** The account that acts. */
  actorId?: string;
  reason: string;
  now: Date;
  /**
   * Where lines wait until whoever carries the act out writes them with `plan`, at the end of the transaction: until
   * then others can write theirs. Without it each is written at once.
   */
  waiting?: { by: Act; line: ActLine }[];
  /** SHA-256 of what was shown of it. */
  plan?: string;
};

/** An edition as a line names it. */
export const ofEdition = ({ id, year }: { id: string; year: number }): ActTarget => ({
  edition: id,
  year: String(year),
});

/** Puts an act in the journal, in the transaction of its change (rule staff.journal); its number, unless it waits. */
export async function writeAct(tx: Executor, by: Act, line: ActLine): Promise<number | null> {
  if (!by.waiting) return insertAct(tx, by, line);
  by.waiting.push({ by, line });
  return null;
}

/** Its number. */
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
 * Puts in the journal that somebody is erased, and takes along why earlier acts were done to them, which may name them; their
 * address too, where it was typed as a name. The database lets nothing else go, and nothing before that line stands.
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

/** Lines about something. */
export const isAbout = (target: ActTarget): SQL =>
  sql`${acts.target} @> ${JSON.stringify(target)}::jsonb`;
