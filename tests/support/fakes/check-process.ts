import { checkContent } from "@/backend/files/check/check-content";
import type { CheckJob } from "@/backend/files/check/check-job";
import type { startChecker as startProcess, Verdict } from "@/backend/files/check/check-process";
import { Refusal } from "@/backend/files/check/refusal";

/* Replaces the process that checks a file in tests that do not concern the process. The same parsers check the file. */

export const LIMITS = { seconds: 12, wall: 22_000 };

/** Returns an object with the properties of a running process. */
export function startChecker(): ReturnType<typeof startProcess> {
  const child = { pid: 0, exitCode: null, signalCode: null, kill: () => true };
  return child as unknown as ReturnType<typeof startProcess>;
}

/** Checks a file in this process, without limits. */
export async function runCheck(_child: unknown, job: CheckJob): Promise<Verdict> {
  try {
    return { checked: await checkContent(job) };
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, finding: error.finding };
    return { code: "file_unreadable", reason: String(error) };
  }
}
