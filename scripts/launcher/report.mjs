// @ts-check
import { readFileSync } from "node:fs";

// A script that continues under another Node passes its start time on, so that durations count from the user's command.
const began = Number(process.env.LAUNCHER_BEGAN) || Date.now();
delete process.env.LAUNCHER_BEGAN;

// A launcher that lost its terminal or parent must still stop its children, so a failed write to stdout or stderr must
// not crash the launcher.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

/** An error that the user can fix. Its message is one clear sentence, printed without a stack trace. */
export class LauncherError extends Error {}

export function whenBegan() {
  return String(began);
}

/** Returns the seconds since the start of the script, with one decimal. */
export function seconds(from = began) {
  return ((Date.now() - from) / 1000).toFixed(1);
}

/**
 * Prints a line of progress with the time since the start of the script.
 *
 * @param {string} text
 */
export function say(text) {
  console.log(`${seconds().padStart(6)} s  ${text}`);
}

/**
 * Waits for a long task and prints its progress every ten seconds.
 *
 * @template Result
 * @param {Promise<Result>} work
 * @param {() => string} progress
 */
export async function whileWaiting(work, progress, every = 10_000) {
  const timer = setInterval(() => say(progress()), every);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/**
 * Returns the code and path that Node and PostgreSQL add to an error. Empty for a value that is not an error.
 *
 * @param {unknown} error
 * @returns {Pick<NodeJS.ErrnoException, "code" | "path">}
 */
export function codeOf(error) {
  return error instanceof Error ? /** @type {NodeJS.ErrnoException} */ (error) : {};
}

/**
 * Prints an error on stderr. A LauncherError or a full disk gives one sentence; any other error gives its stack trace.
 *
 * @param {unknown} error
 */
export function complain(error) {
  const { code, path } = codeOf(error);
  if (code === "ENOSPC")
    console.error(
      `The disk is full${path ? ` (at ${path})` : ""}: free space there and start again.`,
    );
  else console.error(error instanceof LauncherError ? error.message : error);
}

/**
 * Returns the last lines of a log file, to explain a failure.
 *
 * @param {string} path
 */
export function tail(path, lines = 25) {
  try {
    return readFileSync(path, "utf8").trimEnd().split("\n").slice(-lines).join("\n");
  } catch {
    return "(no log was written)";
  }
}

/**
 * Formats rows of equal length as aligned columns, indented by two spaces.
 *
 * @param {string[][]} rows
 */
export function table(rows) {
  const [first = []] = rows;
  const widths = first.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("   ")}`.trimEnd(),
    )
    .join("\n");
}
