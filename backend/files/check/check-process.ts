import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { join } from "node:path";
import type { ErrorCode, FileFinding } from "@/contract/errors";
import { cleanPath } from "../under-way";
import type { Checked, CheckJob } from "./check-job";

/** Program of the checking process. Node.js runs the TypeScript file directly, without a build step. */
const PROGRAM = "backend/files/check/check-child.ts";
/**
 * Limits for one file check: CPU time in seconds, and duration (`wall`) in milliseconds. The contract allows 30 s for
 * the whole request. A check that exceeds only `wall`, such as on a busy machine, is repeated, and the file is not
 * refused.
 */
export const LIMITS = { seconds: 12, wall: 22_000 };
/**
 * CPU limit for checking a PDF, in seconds. A 100 MB PDF takes 0.5 s, or 1.5 s with a broken cross-reference table.
 */
const PDF_SECONDS = 3;
/**
 * Memory limits of a checking process in megabytes: the JavaScript heap, and all memory including decoded pictures and
 * slide decks.
 */
const HEAP_MB = 256;
const RESIDENT_MB = 768;
/** Milliseconds between two measurements of a checking process's memory. */
const WATCH = 200;

/**
 * The result of a file check. `heavy`: the file was refused because the check took too much CPU time or memory. `lost`:
 * the process ended without a verdict.
 */
export type Verdict =
  | { checked: Checked }
  | { code: ErrorCode; finding?: FileFinding; reason?: string; heavy?: boolean }
  | { busy: true }
  | { lost: true };

/**
 * Starts a checking process. It can read only its program and one file, can write only its temporary folder and the
 * re-encoded logo, and cannot start processes. It has no access to the configuration or to other users' files. The
 * process waits for its job (`runCheck`) and ends when its input ends.
 */
export function startChecker(place: Pick<CheckJob, "path" | "extension" | "scratch">) {
  const root = /* turbopackIgnore: true */ process.cwd();
  const readable = ["node_modules/*", "backend/files/*", "package.json"];
  const reads = [...readable.map((part) => join(root, part)), place.path];
  const written = `${cleanPath(place.path)}*`;
  const scratch = join(place.scratch, "*");
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${HEAP_MB}`,
      "--disable-warning=ExperimentalWarning",
      "--disable-warning=SecurityWarning",
      "--permission",
      "--allow-addons",
      ...[...reads, written, scratch].map((path) => `--allow-fs-read=${path}`),
      ...[written, scratch].map((path) => `--allow-fs-write=${path}`),
      join(root, PROGRAM),
      place.extension,
    ],
    // The process gets no environment variables, so that a malicious file cannot read secrets.
    { env: { NODE_ENV: "production" }, stdio: ["pipe", "pipe", "ignore"] },
  );
  // Ignores the write error: the child process ended before it received its job, and the exit handler reports that.
  child.stdin.on("error", () => {});
  if (child.pid) lowerPriority(child.pid);
  return child;
}

/** Sends the job to a checking process and returns its verdict. Enforces the limits. */
export function runCheck(
  child: ReturnType<typeof startChecker>,
  job: CheckJob,
  limits: typeof LIMITS,
): Promise<Verdict> {
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
      resolve({ lost: true });
    }
  });
  child.stdin.end(`${JSON.stringify(job)}\n`);
  const stop = (verdict: Verdict) => {
    resolve(verdict);
    child.kill("SIGKILL");
  };
  const refuse = (reason: string) =>
    stop({ code: "file_unreadable", finding: { reason: "heavy" }, reason, heavy: true });
  const seconds = Math.min(limits.seconds, job.extension === ".pdf" ? PDF_SECONDS : Infinity);
  const timer = setTimeout(async () => {
    const known = await processorSeconds(child.pid);
    // If the system does not report CPU time, the elapsed time alone decides whether the file is refused.
    if (known === null) refuse("the check took too long");
    else stop({ busy: true });
  }, limits.wall);
  const watch = setInterval(async () => {
    if ((await residentMegabytes(child.pid)) > RESIDENT_MB) refuse("too much memory");
    if (((await processorSeconds(child.pid)) ?? 0) > seconds) refuse("too much work");
  }, WATCH);
  return promise.finally(() => {
    clearTimeout(timer);
    clearInterval(watch);
  });
}

/**
 * Process priority of file checks: below requests, but with a third of their CPU share, so that checks progress on a
 * busy server.
 */
const PRIORITY = 5;

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, PRIORITY);
  } catch {
    // If the process has already ended, or the system forbids a lower priority, ignore the failure. A running check
    // then keeps normal priority.
  }
}

/** Returns the memory of a process in megabytes. Returns 0 on systems that do not report it (other than Linux). */
async function residentMegabytes(pid: number | undefined): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, "utf8").catch(() => "");
  const pages = Number(statm.split(" ")[1] ?? 0);
  return (pages * 4096) / 1_048_576;
}

/** Returns the CPU seconds of a process. Returns null on systems that do not report them (other than Linux). */
async function processorSeconds(pid: number | undefined): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // In /proc/PID/stat, the fields after the process name in parentheses include user time and system time, both in
  // hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields.length > 12 ? (Number(fields[11]) + Number(fields[12])) / 100 : null;
}
