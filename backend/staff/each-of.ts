import type { Effect } from "@/contract/staff/preview";
import { RuleViolation } from "../audit-log/rule-violation";
import type { Database } from "../db/connect";

/**
 * Runs a change for each selected item. If a programme rule rejects the change of one item, this change is rolled back.
 * The preview counts the rejected items as blockers, grouped by reason.
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
      // Changes each item in its own nested transaction (savepoint), so that a rejected change leaves no partial
      // result.
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
