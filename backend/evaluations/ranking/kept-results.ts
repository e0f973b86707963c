import { PgTransaction } from "drizzle-orm/pg-core";
import type { Executor } from "../../db/connect";

/** Maximum number of cached results of each kind. The number covers the rounds that people view at the same time. */
const KEPT = 6;

/**
 * Returns a function that calculates a result again only when the fingerprint (`mark`) of its input has changed. Equal
 * fingerprints must mean equal input. The process caches the last result of each key. Inside a transaction, the
 * function reads cached results but caches none, because other requests must not see results of a transaction that is
 * rolled back.
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
    // Move the result to the end of the map, so that the result that was unused for longest is removed first.
    kept.delete(key);
    kept.set(key, own);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    // Do not cache a failed result, so that the next request tries again.
    if (own !== known) own.result.catch(() => kept.get(key) === own && kept.delete(key));
    return own.result;
  };
}
