import type { Effect } from "@/contract/staff/plan";
import type { Database } from "../db/connect";
import { RuleViolation } from "../journal/rule-violation";

/**
 * Does something to each of those chosen. What the programme's own rules refuse leaves nothing of its own, and stands
 * against the act, by reason.
 */
export async function eachOf<T extends { id: string }>(
  db: Database,
  chosen: readonly T[],
  change: (tx: Database, one: T) => Promise<unknown>,
): Promise<{ done: T[]; to: string[]; against: Effect[] }> {
  const against = new Map<string, number>();
  const to: string[] = [];
  const done: T[] = [];
  for (const one of chosen) {
    try {
      // A savepoint: what is refused half-way leaves nothing.
      await db.transaction((tx) => change(tx as unknown as Database, one));
      done.push(one);
      to.push(one.id);
    } catch (error) {
      if (!(error instanceof RuleViolation)) throw error;
      to.push(`${one.id} ${error.why}`);
      against.set(error.why, (against.get(error.why) ?? 0) + 1);
    }
  }
  return { done, to, against: [...against].map(([name, count]) => ({ name, count })) };
}
