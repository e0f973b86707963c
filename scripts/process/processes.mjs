// @ts-check
// Children and their records. A record (name.json in a run folder) says which process was started
// and when it started, so that a later run ends its orphans by id and never an unrelated process
// that got the same id.
import { execFileSync, spawn } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Ended in this order: what depends on another goes first. */
const ORDER = ["site", "mailbox", "postgres"];
/** @type {Map<string, import("node:child_process").ChildProcess>} */
const reapers = new Map();

/**
 * A process as it is recorded; `owner` is who started it.
 *
 * @typedef {object} ProcessRecord
 * @property {number} pid
 * @property {string | null} born
 * @property {boolean} [database]
 * @property {{ pid: number, born: string | null }} [owner]
 * @property {string} [address] where the launcher's site is
 */

/** @typedef {{ [name: string]: string | undefined }} Environment variables for a child */

/**
 * @typedef {Omit<import("node:child_process").SpawnOptions, "stdio" | "detached" | "env"> & {
 *   env?: Environment, log?: string, database?: boolean, shows?: false | { hidden?: RegExp },
 * }} ChildOptions
 */

/**
 * When a process started, as an opaque string; null when there is no such (live) process.
 *
 * @param {number} pid
 * @returns {string | null}
 */
export function bornAt(pid) {
  try {
    if (process.platform === "linux") {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      // After the name in brackets: state is the first field, the start time the twentieth.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return fields[0] === "Z" ? null : (fields[19] ?? null);
    }
    return (
      execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || null
    );
  } catch {
    return null;
  }
}

/**
 * Milliseconds of CPU time a process and its ended children have used; 0 where the system does not say.
 *
 * @param {number} pid
 */
export function processorTime(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // Own time, the system's for it, and both of ended children, in hundredths of a second.
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0);
  } catch {
    return 0;
  }
}

/**
 * @param {number} milliseconds
 * @returns {Promise<void>}
 */
export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * @param {string} runFolder
 * @param {string} name
 * @param {ProcessRecord} record
 */
export function writeRecord(runFolder, name, record) {
  mkdirSync(runFolder, { recursive: true });
  writeFileSync(join(runFolder, `${name}.json`), JSON.stringify(record), { mode: 0o600 });
}

/**
 * @param {string} runFolder
 * @param {string} name
 */
export function dropRecord(runFolder, name) {
  rmSync(join(runFolder, `${name}.json`), { force: true });
}

/**
 * The record of a live process, or null.
 *
 * @param {string} runFolder
 * @param {string} name
 * @returns {ProcessRecord | null}
 */
export function readRecord(runFolder, name) {
  try {
    const record = JSON.parse(readFileSync(join(runFolder, `${name}.json`), "utf8"));
    return bornAt(record.pid) === record.born ? record : null;
  } catch {
    return null;
  }
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} name
 */
function signal(pid, name) {
  // The child leads its own group, so that its workers hear the signal too. PostgreSQL speaks to
  // its own workers and wants the postmaster alone to be told.
  for (const target of name === "SIGINT" || name === "SIGQUIT" ? [pid] : [-pid, pid]) {
    try {
      process.kill(target, name);
      return;
    } catch {}
  }
}

/**
 * @param {ProcessRecord} record
 * @param {number} milliseconds
 */
async function gone(record, milliseconds) {
  const until = Date.now() + milliseconds;
  while (bornAt(record.pid) === record.born) {
    if (Date.now() > until) return false;
    await pause(25);
  }
  return true;
}

/**
 * Ends one recorded process: politely, then firmly. PostgreSQL: fast shutdown, then immediate.
 *
 * @param {ProcessRecord} record
 */
export async function endProcess(record) {
  /** @type {[name: NodeJS.Signals, patience: number][]} */
  const steps = record.database
    ? [
        ["SIGINT", 20_000],
        ["SIGQUIT", 10_000],
        ["SIGKILL", 5_000],
      ]
    : [
        ["SIGTERM", 4_000 + Number(process.env.DRAIN_SECONDS || 0) * 1_000],
        ["SIGKILL", 5_000],
      ];
  for (const [name, patience] of steps) {
    if (bornAt(record.pid) !== record.born) return;
    signal(record.pid, name);
    if (await gone(record, patience)) return;
  }
}

/**
 * Ends every process recorded in a run folder (except the launcher's own) and drops the records.
 *
 * @param {string} runFolder
 */
export async function endRecorded(runFolder) {
  /** @type {string[]} */
  let names = [];
  try {
    names = readdirSync(runFolder)
      .filter((file) => file.endsWith(".json"))
      .map((file) => file.slice(0, -5));
  } catch {}
  const rank = (/** @type {string} */ name) => (ORDER.includes(name) ? ORDER.indexOf(name) : -1);
  const ended = [];
  for (const name of names.sort((a, b) => rank(a) - rank(b))) {
    if (name === "launcher") continue;
    const record = readRecord(runFolder, name);
    if (record) {
      await endProcess(record);
      ended.push(name);
    }
    dropRecord(runFolder, name);
  }
  return ended;
}

/**
 * A small process of its own session that holds the reading end of a pipe. When this process is
 * gone, however it went (kill -9 included), the pipe closes and the reaper ends what is recorded.
 *
 * @param {string} runFolder
 */
function startReaper(runFolder) {
  if (reapers.has(runFolder)) return;
  const script = fileURLToPath(new URL("./reaper.mjs", import.meta.url));
  const reaper = spawn(process.execPath, [script, runFolder], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  reaper.on("error", () => {});
  reaper.stdin.on("error", () => {});
  // A pipe is a socket, which the types do not say.
  /** @type {import("node:net").Socket} */ (reaper.stdin).unref();
  reaper.unref();
  reapers.set(runFolder, reaper);
}

/**
 * Starts a recorded child in a session of its own, so that Ctrl-C reaches only the launcher, which
 * ends its children in order. `log` is a file path; without it the child writes to this terminal.
 * With `shows` errors go to both, but for what matches `shows.hidden`.
 * `exited` is its exit code or the name of its signal.
 *
 * @param {string} runFolder
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 * @param {ChildOptions} options
 */
export function startChild(runFolder, name, command, args, options = {}) {
  startReaper(runFolder);
  const { log, database = false, shows, env, ...rest } = options;
  const file = log ? openSync(log, "a", 0o600) : undefined;
  // Uploads, mails, demo accounts: what a part writes is nobody else's to read.
  const umask = process.umask(0o077);
  const child = spawn(command, args, {
    ...rest,
    // The types of Next ask for a NODE_ENV in every environment.
    env: /** @type {NodeJS.ProcessEnv | undefined} */ (env),
    detached: true,
    stdio: ["ignore", file ?? "inherit", shows ? "pipe" : (file ?? "inherit")],
  });
  process.umask(umask);
  if (file !== undefined && !shows) closeSync(file);
  if (shows && child.stderr) {
    child.stderr.on("data", (chunk) => {
      try {
        if (file !== undefined) writeFileSync(file, chunk);
      } catch {
        // A full disk accepts no log: that must not end a healthy process. The terminal still has it.
      }
      if (!shows.hidden?.test(chunk)) process.stderr.write(chunk);
    });
    child.stderr.on("error", () => {});
  }
  /** @type {Promise<number | string | null>} */
  const exited = new Promise((resolve) => {
    child.on("error", (/** @type {NodeJS.ErrnoException} */ error) =>
      resolve(error.code ?? "ENOENT"),
    );
    child.on("exit", (code, signalName) => resolve(code ?? signalName));
  });
  const { pid } = child;
  const owner = { pid: process.pid, born: bornAt(process.pid) };
  const record = pid ? { pid, born: bornAt(pid), database, owner } : null;
  if (record) writeRecord(runFolder, name, record);
  return {
    pid,
    exited,
    async stop() {
      if (record) await endProcess(record);
      dropRecord(runFolder, name);
    },
  };
}

/**
 * Runs a recorded child to its end; true when it ended with 0. One that has not ended within `minutes` is ended.
 *
 * @param {string} runFolder
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 * @param {ChildOptions & { minutes?: number }} options
 */
export async function runChild(runFolder, name, command, args, { minutes, ...options } = {}) {
  const child = startChild(runFolder, name, command, args, options);
  const late = minutes ? setTimeout(() => child.stop(), minutes * 60_000) : undefined;
  const code = await child.exited;
  clearTimeout(late);
  dropRecord(runFolder, name);
  return code === 0;
}
