import { checkContent } from "@/backend/files/check/check-content";
import type { CheckJob } from "@/backend/files/check/check-job";
import type { startChecker as startProcess, Verdict } from "@/backend/files/check/check-process";
import { Refusal } from "@/backend/files/check/refusal";

/*
 * Stands in for the process that each file is checked in: the same check, in this process. The files are of the tests'
 * own, and what holds a hostile one is the row `spoof`'s.
 */

export { LIMITS } from "@/backend/files/check/check-process";

type Checker = ReturnType<typeof startProcess>;

/** As much of a process as whoever takes and ends one looks at. */
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
