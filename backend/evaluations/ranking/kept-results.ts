import { PgTransaction } from "drizzle-orm/pg-core";
import type { Executor } from "../../db/connect";

/** Number of kept results of each kind: enough for the rounds that people look at. */
const KEPT = 6;

/**
 * Returns a function that calculates a result again only when the mark of its input has changed. A process keeps the last results,
 * one per key. Equal marks must mean equal input.
 *
 * A transaction reads kept results and keeps none: its changes are not committed, and a request that waits for a result of
 * another request must not fail with that request's transaction.
 */
export function keepResults<Result>() {
  const kept = new Map<string, { mark: string; result: Promise<Result> }>();
  return function keptOr(
    db: Executor,
    { key, mark }: { key: string; mark: string },
    calculate: () => Promise<Result>,
  ): Promise<Result> {
    const known = kept.get(key);
    if (known?.mark !== mark && db instanceof PgTransaction) return calculate();
    const own = known?.mark === mark ? known : { mark, result: calculate() };
    // The last used result is the last in the map's order, and so the last to be removed.
    kept.delete(key);
    kept.set(key, own);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    // A failed result is not kept, so that the next request tries again.
    if (own !== known) own.result.catch(() => kept.get(key) === own && kept.delete(key));
    return own.result;
  };
}
