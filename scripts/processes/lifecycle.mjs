// @ts-check
import { readFileSync } from "node:fs";
import { complain } from "../launcher/report.mjs";
import { bornAt } from "./processes.mjs";

/**
 * Returns the processes whose end must also end this process: the parent process, and npm if a shell runs between npm
 * and this process.
 */
function ancestors() {
  const chain = [{ pid: process.ppid, born: bornAt(process.ppid) }];
  if (process.platform !== "linux" || !process.env.npm_lifecycle_event) return chain;
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
    const name = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    if (/^(da|ba|z|a|k)?sh$/.test(name) && parent > 1)
      chain.push({ pid: parent, born: bornAt(parent) });
  } catch {}
  return chain;
}

// Find the parent processes at the start of the script. When a parent ends later, its child gets process 1 as its
// parent.
const watched = ancestors();

/**
 * Calls `gone` when the parent process or npm has ended. Returns a function that stops watching.
 *
 * @param {() => void} gone
 */
export function watchParents(gone) {
  const timer = setInterval(() => {
    if (
      process.ppid === watched[0]?.pid &&
      watched.every(({ pid, born }) => bornAt(pid) === born)
    ) {
      return;
    }
    clearInterval(timer);
    gone();
  }, 300);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Runs `main(end)`. Runs `stop` once before this process ends for any reason: a signal, the end of npm, an error, or
 * the end of `main`. `main` returns the exit code, or `forever` if the process must run until a signal, an error, or
 * `end` stops it. `stop` can return another exit code. `interrupted` is the exit code after a signal.
 *
 * @param {(end: (code: number) => Promise<void>) => Promise<number | typeof forever>} main
 * @param {() => Promise<number | void>} stop
 * @param {{ interrupted?: number }} options
 */
export async function live(main, stop, { interrupted = 0 } = {}) {
  /** @type {Promise<void> | undefined} */
  let going;
  /**
   * Runs `stop` once and ends this process with the exit code that `stop` returns, or else with `code`.
   *
   * @param {number} code
   */
  const end = (code) => {
    going ??= (async () => {
      try {
        process.exit((await stop()) ?? code);
      } catch (error) {
        complain(error);
        process.exit(1);
      }
    })();
    return going;
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => end(interrupted));
  watchParents(() => end(1));
  try {
    const code = await main(end);
    if (code !== forever) await end(code);
  } catch (error) {
    // During shutdown, print no error: a child process that exits after a stop signal has not failed.
    if (!going) complain(error);
    await end(1);
  }
}

export const forever = Symbol("until something ends it");
