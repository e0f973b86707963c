import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { setPriority, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Logger } from "pino";
import type { ErrorCode } from "@/contract/errors";
import type { FileField } from "@/contract/project-fields";
import { DECK_MAX_SLIDES, extensionOf, VIDEO_MAX_SECONDS, ZIP_LIMITS } from "@/contract/uploads";
import { fail } from "../http/failure";
import type { Checked, CheckJob } from "./check-content";

/** The child's program; node runs it as it is, so it does not go through any build. */
const PROGRAM = "backend/files/check-child.ts";
/**
 * How much work a file may make, in seconds of the processor, and how long its check may take,
 * in milliseconds: the contract allows 30 s with everything around it. On a machine that is busy
 * with other things a good file takes its time, and that must never count against the file.
 */
const LIMITS = { seconds: 12, wall: 22_000 };
/** How long a check may wait for its turn before the client is asked to come again. */
const PATIENCE = 8_000;
/** Megabytes: JavaScript's own heap, and all a child may hold (decoded pictures, slide decks). */
const HEAP_MB = 256;
const RESIDENT_MB = 768;
/** How often a child's memory is looked at, in milliseconds. */
const WATCH = 200;

export type Upload = { path: string; field: FileField; name: string };
export type CheckFile = (upload: Upload) => Promise<Checked & { rewritten: string | null }>;

type Verdict = { checked: Checked } | { code: ErrorCode; reason?: string } | { busy: true };

/**
 * Makes `checkFile`: what a file really is, found out by a process of its own with few rights, a
 * heap and a time limit; at most `lanes` at once, at low priority, so that other requests never
 * wait for it. Throws the contract's failure when the file is refused. A logo comes back rewritten,
 * at a path the caller has to move or remove.
 */
export function createCheckFile(log: Logger, { lanes = 2, limits = LIMITS } = {}): CheckFile {
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
      const verdict = await runChild(job, limits);
      if ("busy" in verdict) {
        log.warn({ field }, "a check did not get its turn of the processor");
        return fail("unavailable", { message: "the check took too long", retryAfter: 5 });
      }
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

function runChild(job: CheckJob, limits: typeof LIMITS): Promise<Verdict> {
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
  const stop = (verdict: Verdict) => {
    resolve(verdict);
    child.kill("SIGKILL");
  };
  const refuse = (reason: string) => stop({ code: "file_unreadable", reason });
  const timer = setTimeout(async () => {
    const known = await processorSeconds(child.pid);
    // Where the system does not tell, the time on the wall has to do.
    if (known === null) refuse("the check took too long");
    else stop({ busy: true });
  }, limits.wall);
  const watch = setInterval(async () => {
    if ((await residentMegabytes(child.pid)) > RESIDENT_MB) refuse("too much memory");
    if (((await processorSeconds(child.pid)) ?? 0) > limits.seconds) refuse("too much work");
  }, WATCH);
  return promise.finally(() => {
    clearTimeout(timer);
    clearInterval(watch);
  });
}

/** Behind the answers to people, but with a third of their turns: in the last hour it must go on too. */
const PRIORITY = 5;

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, PRIORITY);
  } catch {
    // Already gone, or not allowed here: it then runs like everything else.
  }
}

/** What a process holds, where the system tells (Linux); 0 elsewhere. */
async function residentMegabytes(pid: number | undefined): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, "utf8").catch(() => "");
  const pages = Number(statm.split(" ")[1] ?? 0);
  return (pages * 4096) / 1_048_576;
}

/** Seconds of the processor a process has used, where the system tells (Linux); null elsewhere. */
async function processorSeconds(pid: number | undefined): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // Behind the name in brackets; in hundredths of a second: own time and the system's for it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields.length > 12 ? (Number(fields[11]) + Number(fields[12])) / 100 : null;
}
