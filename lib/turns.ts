/**
 * Limits concurrent work to `atOnce` tasks, which run in the order of arrival. Rejects further tasks while `waitingMax`
 * tasks wait.
 */
export function turns(
  atOnce: number,
  waitingMax: number,
): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < atOnce) running += 1;
    else if (waiting.length < waitingMax) {
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else throw new Error("too many tasks are waiting");
    try {
      return await work();
    } finally {
      // The finished task hands its slot directly to the next waiting task, so that no new task takes the slot first.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
