import { checkContent } from "@/backend/files/check/check-content";
import type { CheckJob } from "@/backend/files/check/check-job";
import type { startChecker as startProcess, Verdict } from "@/backend/files/check/check-process";
import { Refusal } from "@/backend/files/check/refusal";

/*
 * Replaces the separate process of the file check: runs the check in this process. This is safe, because the files come
 * from tests. The report's row `spoof` tests the real process, which isolates hostile files.
 */

export { LIMITS } from "@/backend/files/check/check-process";

type Checker = ReturnType<typeof startProcess>;

/** Returns a fake process with the properties that callers read: it runs and can be stopped. */
export function startChecker(): Checker {
  return { pid: 1, exitCode: null, signalCode: null, kill: () => true } as Checker;
}

export async function runCheck(_child: Checker, job: CheckJob): Promise<Verdict> {
  try {
    return { checked: await checkContent(job) };
  } catch (error) {
    return { code: error instanceof Refusal ? error.code : "file_unreadable" };
  }
}
