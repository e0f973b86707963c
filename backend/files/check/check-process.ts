import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { join } from "node:path";
import type { ErrorCode, FileFinding } from "@/contract/errors";
import { cleanPath } from "../under-way";
import type { Checked, CheckJob } from "./check-job";

/** The child's program; node runs it directly, without any build step. */
const PROGRAM = "backend/files/check/check-child.ts";
/**
 * How much work a file may take, in CPU seconds, and how long its check may take,
 * in milliseconds: the contract allows 30 s with everything around it. On a machine that is busy
 * with other things even a good file takes longer, and that must never count against it.
 */
export const LIMITS = { seconds: 12, wall: 22_000 };
/** The same for a PDF, in seconds: one of 100 MB takes half a second, with a broken table one and a half. */
const PDF_SECONDS = 3;
/** Megabytes: JavaScript's own heap, and everything a child may hold (decoded pictures, slide decks). */
const HEAP_MB = 256;
const RESIDENT_MB = 768;
/** How often a child's memory is checked, in milliseconds. */
const WATCH = 200;

/** `heavy`: refused for the work it took. `lost`: the process ended without a verdict. */
export type Verdict =
  | { checked: Checked }
  | { code: ErrorCode; finding?: FileFinding; reason?: string; heavy?: boolean }
  | { busy: true }
  | { lost: true };

/**
 * Starts the process that may look at one file: it reads its own program and that file, writes its
 * scratch folder and the cleaned logo, starts nothing: neither the settings beside it nor anybody
 * else's file is within its reach. It waits for its job (`runCheck`), and ends when its input does.
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
    // No environment: no secret of ours is within a file's reach.
    { env: { NODE_ENV: "production" }, stdio: ["pipe", "pipe", "ignore"] },
  );
  // Gone before its job came: its exit tells us.
  child.stdin.on("error", () => {});
  if (child.pid) lowerPriority(child.pid);
  return child;
}

/** Gives a started process its job and waits for the verdict, within the limits. */
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
    // Where the system does not report it, wall-clock time has to do.
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

/** Behind requests, but with a third of their share: in the last hour checks must make progress too. */
const PRIORITY = 5;

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, PRIORITY);
  } catch {
    // Already gone, or not allowed here: it then runs like everything else.
  }
}

/** The memory a process holds, where the system reports it (Linux); 0 elsewhere. */
async function residentMegabytes(pid: number | undefined): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, "utf8").catch(() => "");
  const pages = Number(statm.split(" ")[1] ?? 0);
  return (pages * 4096) / 1_048_576;
}

/** CPU seconds a process has used, where the system reports them (Linux); null elsewhere. */
async function processorSeconds(pid: number | undefined): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // Behind the name in brackets; in hundredths of a second: own time and the system's for it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields.length > 12 ? (Number(fields[11]) + Number(fields[12])) / 100 : null;
}
