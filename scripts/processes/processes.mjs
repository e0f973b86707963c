// @ts-check
// Starts child processes and keeps a record of each. A record (name.json in a run folder) contains the process's id and
// start time. A later run can stop the process without stopping an unrelated process that got the same id.
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

/** The order in which the launcher stops processes. Each process stops before the processes that it depends on. */
const ORDER = ["site", "backend", "mailbox", "postgres"];
/** @type {Map<string, import("node:child_process").ChildProcess>} */
const reapers = new Map();

/**
 * The record of a process. `owner` is the process that started it.
 *
 * @typedef {object} ProcessRecord
 * @property {number} pid
 * @property {string | null} born
 * @property {boolean} [database]
 * @property {{ pid: number, born: string | null }} [owner]
 * @property {string} [address] the URL of the launcher's site
 */

/** @typedef {{ [name: string]: string | undefined }} Environment variables for a child */

/**
 * Options with which the launcher starts a child process.
 *
 * @typedef {Omit<import("node:child_process").SpawnOptions, "stdio" | "detached" | "env"> & {
 *   env?: Environment, log?: string, database?: boolean, shows?: false | { hidden?: RegExp },
 * }} ChildOptions
 */

/**
 * Returns the start time of a process as a text to compare. Null when the process does not run.
 *
 * @param {number} pid
 * @returns {string | null}
 */
export function bornAt(pid) {
  try {
    if (process.platform === "linux") {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      // The fields of /proc/<pid>/stat after the process name: field 1 is the state, and field 20 the start time.
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
 * Returns the processor time of a process and its ended children, in milliseconds. 0 where the system does not report
 * it.
 *
 * @param {number} pid
 */
export function processorTime(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // The user and system times of the process and of its ended children, in hundredths of a second.
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0);
  } catch {
    return 0;
  }
}

/**
 * Waits some milliseconds.
 *
 * @param {number} milliseconds
 * @returns {Promise<void>}
 */
export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * Writes the record of a process into the run's folder.
 *
 * @param {string} runFolder
 * @param {string} name
 * @param {ProcessRecord} record
 */
export function writeRecord(runFolder, name, record) {
  mkdirSync(runFolder, { recursive: true });
  writeFileSync(join(runFolder, `${name}.json`), JSON.stringify(record), { mode: 0o600 });
}

/**
 * Deletes the record of a process from the run's folder, if it exists.
 *
 * @param {string} runFolder
 * @param {string} name
 */
export function dropRecord(runFolder, name) {
  rmSync(join(runFolder, `${name}.json`), { force: true });
}

/**
 * Returns the record of a process if the process runs, otherwise null.
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
 * Sends a signal to a process. If the process leads a process group, all signals except SIGINT and SIGQUIT go to the
 * whole group.
 *
 * @param {number} pid
 * @param {NodeJS.Signals} name
 */
function signal(pid, name) {
  // Send the signal to the child's process group, so that its worker processes get it too. PostgreSQL's own signals go
  // only to its main process, which informs its workers.
  for (const target of name === "SIGINT" || name === "SIGQUIT" ? [pid] : [-pid, pid]) {
    try {
      process.kill(target, name);
      return;
    } catch {}
  }
}

/**
 * Waits until a recorded process has ended. Returns false if the process still runs after `milliseconds`.
 *
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
 * Stops a recorded process with a normal signal, and after a timeout by force. PostgreSQL gets a fast shutdown, and
 * after a timeout an immediate shutdown.
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
 * Stops every recorded process except the launcher itself, and deletes the process records.
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
 * Starts the reaper, a small process in a separate session. A pipe connects this process with the reaper. When this
 * process ends for any reason (including kill -9), the pipe closes, and the reaper stops all recorded processes.
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
  // Node implements the pipe to the reaper as a socket, which the types do not declare.
  /** @type {import("node:net").Socket} */ (reaper.stdin).unref();
  reaper.unref();
  reapers.set(runFolder, reaper);
}

/**
 * Starts a recorded child process in a separate session. Ctrl-C reaches only the launcher, which stops its children in
 * order. `log` is a file path; without it, the child writes to the terminal. With `shows`, errors go to the file and
 * the terminal, except errors that match `shows.hidden`. `exited` resolves to the exit code or signal name.
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
  // Other users must not be able to read the child's files (uploads, emails, demo accounts).
  const umask = process.umask(0o077);
  const child = spawn(command, args, {
    ...rest,
    // Next's types require NODE_ENV in every environment.
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
        // Ignore a failed write to the log file, for example on a full disk. The failure must not stop a healthy
        // process, and the terminal still shows the text.
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
 * Runs a recorded child process to its end. Returns true for exit code 0. Stops a child that runs longer than
 * `minutes`.
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
