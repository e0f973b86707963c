import { resolve } from "node:path";
import type { Logger } from "pino";
import { fileRule, lengthLimits } from "@/contract/project/file-rules";
import type { FileField } from "@/contract/project/project-fields";
import { extensionOf, PICTURE_MAX_PIXELS, ZIP_LIMITS } from "@/contract/project/uploads";
import { fail } from "../../http/failure";
import { cleanPath } from "../under-way";
import type { Checked, CheckJob } from "./check-job";
import { LIMITS, runCheck, type Verdict } from "./check-process";
import { createTurns } from "./fair-turns";
import { createCheckers } from "./ready-checkers";

/** Maximum milliseconds for waiting and checking a file together (rule application.file-check). */
const TOGETHER = 30_000;
/** Milliseconds until a file can be checked again if its check got too little CPU time and exceeded the time limit. */
const RECHECK_AFTER = 30_000;

export type Upload = { path: string; field: FileField; name: string };
type Work = {
  /** Throws if checking the account's recent files took too much CPU time. */
  allow: (account: string) => Promise<void>;
  /** Counts, for the account, one file that was refused because its check took too much CPU time. */
  count: (account: string) => Promise<unknown>;
};
export type CheckFile = {
  /** Checks an uploaded file. Each account has at most one check at a time. */
  (upload: Upload & { account: string }): Promise<Checked & { rewritten: string | null }>;
  /** Announces that an upload is nearly complete, so that the process for its check can start early. */
  prepare: (upload: Upload) => void;
};

/**
 * Creates `checkFile`, which determines the real type of a file in a separate process with few rights, a heap limit,
 * and a time limit. At most `lanes` checks run in parallel, one per account, at low priority, so other requests never
 * wait. `work` limits accounts whose files take too much CPU time. Throws the contract's failure for a refused file.
 * Returns the path of a re-encoded logo, which the caller must move or remove.
 */
export function createCheckFile(
  log: Logger,
  {
    lanes = 2,
    limits = LIMITS,
    work,
  }: { lanes?: number; limits?: typeof LIMITS; work?: Work } = {},
): CheckFile {
  const takeTurn = createTurns(lanes);
  const checkers = createCheckers(lanes);
  /** Time at which an unfinished check of a file can run again, by file path. */
  const resting = new Map<string, number>();
  return Object.assign(checkFile, { prepare: checkers.prepare });

  async function checkFile({ path: given, field, name, account }: Upload & { account: string }) {
    const path = resolve(given);
    requireRested(path);
    const began = Date.now();
    const done = await takeTurn(account);
    try {
      await work?.allow(account);
      const rewriteTo = fileRule(field).holds === "picture" ? cleanPath(path) : null;
      const { slides, seconds } = lengthLimits(field);
      const wall = Math.min(limits.wall, TOGETHER - (Date.now() - began));
      const verdict = await verdictOf(name, wall, {
        path,
        extension: extensionOf(name),
        slidesMax: slides,
        secondsMax: seconds,
        pixelsMax: PICTURE_MAX_PIXELS,
        zip: ZIP_LIMITS,
        rewriteTo,
      });
      if ("busy" in verdict) {
        log.warn({ field }, "a file check got no processor time: try again later");
        return rest(path);
      }
      if ("checked" in verdict) return { ...verdict.checked, rewritten: rewriteTo };
      if ("lost" in verdict) {
        log.info({ field }, "file refused: its check ended without a result");
        await work?.count(account);
        return fail("file_unreadable", { file: { reason: "heavy" } });
      }
      const { code, finding, reason, heavy } = verdict;
      log.info({ field, code, reason: reason ?? finding?.reason }, "file refused");
      if (heavy) await work?.count(account);
      return fail(code, { file: finding });
    } finally {
      done();
    }
  }

  function rest(path: string): never {
    resting.set(path, Date.now() + RECHECK_AFTER);
    return fail("unavailable", {
      message: "the check took too long",
      retryAfter: RECHECK_AFTER / 1000,
    });
  }

  /**
   * Throws 503 if the file's last check exceeded the time limit less than `RECHECK_AFTER` ago, so that repeated
   * requests do not check the file continuously.
   */
  function requireRested(path: string): void {
    const now = Date.now();
    for (const [one, until] of resting) if (until <= now) resting.delete(one);
    const until = resting.get(path);
    if (until === undefined) return;
    fail("unavailable", { message: "checked a moment ago", retryAfter: (until - now) / 1000 });
  }

  /**
   * Returns the verdict of the checking process on a file. If the process died before it received the file, the file is
   * not the cause, so another process checks the file.
   */
  async function verdictOf(
    name: string,
    wall: number,
    job: Omit<CheckJob, "scratch">,
  ): Promise<Verdict> {
    const checker = await checkers.take({ path: job.path, name });
    try {
      const verdict = await runCheck(
        checker.child,
        { ...job, scratch: checker.scratch },
        { ...limits, wall },
      );
      if (!("lost" in verdict && checker.waited)) return verdict;
    } finally {
      await checkers.end(checker);
    }
    return verdictOf(name, wall, job);
  }
}
