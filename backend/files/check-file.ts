import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { constants, setPriority, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Logger } from "pino";
import type { ErrorCode } from "@/contract/errors";
import type { FileField } from "@/contract/project-fields";
import { DECK_MAX_SLIDES, extensionOf, VIDEO_MAX_SECONDS, ZIP_LIMITS } from "@/contract/uploads";
import { fail } from "../http/failure";
import type { Checked, CheckJob } from "./check-content";

/** The child's program; node runs it as it is, so it does not go through any build. */
const PROGRAM = "backend/files/check-child.ts";
/** How long a check may take, in milliseconds; the contract allows 30 s with everything around it. */
const TIMEOUT = 20_000;
/** How long a check may wait for its turn before the client is asked to come again. */
const PATIENCE = 8_000;
/** Megabytes: JavaScript's own heap, and all a child may hold (decoded pictures, slide decks). */
const HEAP_MB = 256;
const RESIDENT_MB = 768;
/** How often a child's memory is looked at, in milliseconds. */
const WATCH = 200;

export type Upload = { path: string; field: FileField; name: string };
export type CheckFile = (upload: Upload) => Promise<Checked & { rewritten: string | null }>;

type Verdict = { checked: Checked } | { code: ErrorCode; reason?: string };

/**
 * Makes `checkFile`: what a file really is, found out by a process of its own with few rights, a
 * heap and a time limit; at most `lanes` at once, at low priority, so that other requests never
 * wait for it. Throws the contract's failure when the file is refused. A logo comes back rewritten,
 * at a path the caller has to move or remove.
 */
export function createCheckFile(log: Logger, lanes = 2): CheckFile {
  const takeTurn = createTurns(lanes);
  return async function checkFile({ path: given, field, name }) {
    const path = resolve(given);
    const done = await takeTurn();
    const scratch = await mkdtemp(join(tmpdir(), "slancio-check-"));
    try {
      const rewriteTo = field === "logo" ? `${path}.clean` : null;
      const job: CheckJob = {
        path,
        extension: extensionOf(name),
        slidesMax: field === "pitch" ? DECK_MAX_SLIDES : null,
        secondsMax: field === "video" ? VIDEO_MAX_SECONDS : null,
        zip: ZIP_LIMITS,
        rewriteTo,
        scratch,
      };
      const verdict = await runChild(job);
      if ("checked" in verdict) return { ...verdict.checked, rewritten: rewriteTo };
      log.info({ field, code: verdict.code, reason: verdict.reason }, "file refused");
      return fail(verdict.code);
    } finally {
      await rm(scratch, { recursive: true, force: true });
      done();
    }
  };
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

function runChild(job: CheckJob): Promise<Verdict> {
  const root = /* turbopackIgnore: true */ process.cwd();
  // Reads its own program and the file, writes its scratch folder and the cleaned logo, starts
  // nothing: neither the settings beside it nor anybody else's file is within its reach.
  const readable = ["node_modules/*", "backend/files/*", "package.json"];
  const reads = [...readable.map((part) => join(root, part)), job.path, `${job.path}.clean*`];
  const writes = [`${job.path}.clean*`];
  const scratch = join(job.scratch, "*");
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${HEAP_MB}`,
      "--disable-warning=ExperimentalWarning",
      "--disable-warning=SecurityWarning",
      "--permission",
      "--allow-addons",
      ...[...reads, scratch].map((path) => `--allow-fs-read=${path}`),
      ...[...writes, scratch].map((path) => `--allow-fs-write=${path}`),
      join(root, PROGRAM),
      JSON.stringify(job),
    ],
    // No environment: no secret of ours is within a file's reach.
    { env: { NODE_ENV: "production" }, stdio: ["ignore", "pipe", "ignore"] },
  );
  const { promise, resolve } = Promise.withResolvers<Verdict>();
  const unreadable = (reason: string) => resolve({ code: "file_unreadable", reason });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.on("error", (error) => unreadable(String(error)));
  child.on("close", () => {
    const [line = ""] = Buffer.concat(chunks).toString("utf8").split("\n");
    try {
      resolve(JSON.parse(line) as Verdict);
    } catch {
      unreadable("the check ended without a verdict");
    }
  });
  if (child.pid) lowerPriority(child.pid);
  const stop = (reason: string) => {
    unreadable(reason);
    child.kill("SIGKILL");
  };
  const timer = setTimeout(() => stop("the check took too long"), TIMEOUT);
  const watch = setInterval(async () => {
    if (child.pid && (await residentMegabytes(child.pid)) > RESIDENT_MB) stop("too much memory");
  }, WATCH);
  return promise.finally(() => {
    clearTimeout(timer);
    clearInterval(watch);
  });
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Already gone, or not allowed here: it then runs like everything else.
  }
}

/** What a process holds, where the system tells (Linux); 0 elsewhere. */
async function residentMegabytes(pid: number): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, "utf8").catch(() => "");
  const pages = Number(statm.split(" ")[1] ?? 0);
  return (pages * 4096) / 1_048_576;
}
