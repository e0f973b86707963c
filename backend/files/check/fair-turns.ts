import { fail } from "../../http/failure";

/** Maximum milliseconds that a file check waits for its turn. Then the client is asked to retry. */
const PATIENCE = 18_000;
/** Maximum number of accounts for which the queue of file checks remembers the last turn. */
const REMEMBERED = 10_000;

/**
 * Creates a queue with `lanes` parallel checks that is fair between accounts. Each account has one check at a time. A
 * free lane goes to the account that has waited longest since its last check, regardless of how many checks other
 * accounts have. An account that waits too long is asked to retry, and keeps its priority.
 */
export function createTurns(
  lanes: number,
  patience = PATIENCE,
): (account: string) => Promise<() => void> {
  const running = new Set<string>();
  const waiting: { account: string; begin: () => void }[] = [];
  /** The number of each account's most recent turn in the queue. */
  const served = new Map<string, number>();
  let turns = 0;

  function next() {
    const free = waiting.filter(({ account }) => !running.has(account));
    const [first, ...others] = free;
    if (!first || running.size >= lanes) return;
    const last = ({ account }: { account: string }) => served.get(account) ?? 0;
    const chosen = others.reduce((best, one) => (last(one) < last(best) ? one : best), first);
    waiting.splice(waiting.indexOf(chosen), 1);
    begin(chosen.account);
    chosen.begin();
  }

  function begin(account: string) {
    running.add(account);
    turns += 1;
    // Deletes the account from the map before adding it again, so that the account with the oldest turn comes first.
    served.delete(account);
    served.set(account, turns);
    const [oldest] = served.keys();
    if (served.size > REMEMBERED && oldest !== undefined) served.delete(oldest);
  }

  return async function takeTurn(account) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const mine = { account, begin: () => resolve(true) };
    waiting.push(mine);
    next();
    const timer = setTimeout(() => resolve(false), patience);
    const isMine = await promise;
    clearTimeout(timer);
    if (isMine) {
      return () => {
        running.delete(account);
        next();
      };
    }
    waiting.splice(waiting.indexOf(mine), 1);
    return fail("unavailable", { message: "too many files to check", retryAfter: 5 });
  };
}
