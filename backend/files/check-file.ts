import { resolve } from "node:path";
import type { Logger } from "pino";
import type { FileField } from "@/contract/project-fields";
import { DECK_MAX_SLIDES, extensionOf, VIDEO_MAX_SECONDS, ZIP_LIMITS } from "@/contract/uploads";
import { fail } from "../http/failure";
import type { Checked, CheckJob } from "./check-content";
import { LIMITS, runCheck, type Verdict } from "./check-process";
import { createCheckers } from "./ready-checkers";

/** How long a check may wait for its turn before the client is asked to come again. */
const PATIENCE = 8_000;
export type Upload = { path: string; field: FileField; name: string };
export type CheckFile = {
  (upload: Upload): Promise<Checked & { rewritten: string | null }>;
  /** Says that an upload will soon be whole, so that its check can begin at once. */
  prepare: (upload: Upload) => void;
};

/**
 * Makes `checkFile`: what a file really is, found out by a process of its own with few rights, a
 * heap and a time limit; at most `lanes` at once, at low priority, so that other requests never
 * wait for it. Throws the contract's failure when the file is refused. A logo comes back rewritten,
 * at a path the caller has to move or remove.
 */
export function createCheckFile(log: Logger, { lanes = 2, limits = LIMITS } = {}): CheckFile {
  const takeTurn = createTurns(lanes);
  const checkers = createCheckers(lanes);
  return Object.assign(checkFile, { prepare: checkers.prepare });

  async function checkFile({ path: given, field, name }: Upload) {
    const path = resolve(given);
    const done = await takeTurn();
    try {
      const rewriteTo = field === "logo" ? `${path}.clean` : null;
      const verdict = await judge(name, {
        path,
        extension: extensionOf(name),
        slidesMax: field === "pitch" ? DECK_MAX_SLIDES : null,
        secondsMax: field === "video" ? VIDEO_MAX_SECONDS : null,
        zip: ZIP_LIMITS,
        rewriteTo,
      });
      if ("busy" in verdict) {
        log.warn({ field }, "a check did not get its turn of the processor");
        return fail("unavailable", { message: "the check took too long", retryAfter: 5 });
      }
      if ("checked" in verdict) return { ...verdict.checked, rewritten: rewriteTo };
      if ("lost" in verdict) {
        log.info({ field }, "file refused: its check ended without a verdict");
        return fail("file_unreadable");
      }
      log.info({ field, code: verdict.code, reason: verdict.reason }, "file refused");
      return fail(verdict.code);
    } finally {
      done();
    }
  }

  /**
   * The verdict of a process of its own. One that had waited for its file may have died meanwhile
   * without anybody knowing yet: that must not count against the file, so another one is asked.
   */
  async function judge(name: string, job: Omit<CheckJob, "scratch">): Promise<Verdict> {
    const checker = await checkers.take({ path: job.path, name });
    try {
      const verdict = await runCheck(checker.child, { ...job, scratch: checker.scratch }, limits);
      if (!("lost" in verdict && checker.waited)) return verdict;
    } finally {
      await checkers.end(checker);
    }
    return judge(name, job);
  }
}

/** A queue for `lanes` runners; who waits too long is asked to come again. */
function createTurns(lanes: number): () => Promise<() => void> {
  let running = 0;
  const waiting: (() => void)[] = [];
  function done() {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
  return async function takeTurn() {
    if (running < lanes) {
      running += 1;
      return done;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const turn = () => resolve(true);
    waiting.push(turn);
    const timer = setTimeout(() => resolve(false), PATIENCE);
    const mine = await promise;
    clearTimeout(timer);
    if (mine) return done;
    waiting.splice(waiting.indexOf(turn), 1);
    return fail("unavailable", { message: "too many files to check", retryAfter: 5 });
  };
}
