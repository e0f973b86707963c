// @ts-check
import { readFileSync } from "node:fs";

// Passed on when a script continues under the pinned Node, so that times count from the command.
const began = Number(process.env.LAUNCHER_BEGAN) || Date.now();
delete process.env.LAUNCHER_BEGAN;

// A launcher whose terminal or parent is gone must still end its children: a write that cannot
// arrive is no reason to crash.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

/** Something a person can fix. Its message is one clear sentence, printed without a stack trace. */
export class Trouble extends Error {}

export function whenBegan() {
  return String(began);
}

/** Seconds since the script began, one decimal. */
export function seconds(from = began) {
  return ((Date.now() - from) / 1000).toFixed(1);
}

/**
 * One line of progress with the time it was reached at.
 *
 * @param {string} text
 */
export function say(text) {
  console.log(`${seconds().padStart(6)} s  ${text}`);
}

/**
 * Waits for something that takes long, and says every ten seconds how far it is.
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
 * What Node and PostgreSQL say about an error besides its message; nothing for a non-error.
 *
 * @param {unknown} error
 * @returns {Pick<NodeJS.ErrnoException, "code" | "path">}
 */
export function codeOf(error) {
  return error instanceof Error ? /** @type {NodeJS.ErrnoException} */ (error) : {};
}

/**
 * Prints what went wrong on stderr: the sentence of a Trouble or of a full disk, the stack of anything else.
 *
 * @param {unknown} error
 */
export function complain(error) {
  const { code, path } = codeOf(error);
  if (code === "ENOSPC")
    console.error(`The disk is full${path ? ` (at ${path})` : ""}: make room and start again.`);
  else console.error(error instanceof Trouble ? error.message : error);
}

/**
 * The last lines of a log, for a failure's explanation.
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
 * Rows of equal length as aligned columns, indented by two.
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
