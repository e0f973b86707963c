// @ts-check
import { readFileSync } from "node:fs";
import { complain } from "../run/report.mjs";
import { bornAt } from "./processes.mjs";

/** The parent and, behind a shell that npm may have put in between, npm itself: when one is gone, so are we. */
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

// Who they are is asked at once: later a parent may be gone and its child handed to process 1.
const watched = ancestors();

/**
 * Calls `gone` when the parent, or npm behind it, is no more. Returns how to stop watching.
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
 * Runs `main(end)` and sees that `stop` runs once before this process goes, whatever ends it:
 * a signal, the death of npm, an error, or the end of `main`. `main` answers the exit code, or
 * `forever` to stay until something ends it; `stop` may answer another one. `interrupted` is the exit
 * code after Ctrl-C.
 *
 * @param {(end: (code: number) => Promise<void>) => Promise<number | typeof forever>} main
 * @param {() => Promise<number | void>} stop
 * @param {{ interrupted?: number }} options
 */
export async function live(main, stop, { interrupted = 0 } = {}) {
  /** @type {Promise<void> | undefined} */
  let going;
  /** @param {number} code */
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
    // During shutdown, a child that was told to stop is not a failure.
    if (!going) complain(error);
    await end(1);
  }
}

export const forever = Symbol("until something ends it");
