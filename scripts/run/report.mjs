import { readFileSync } from "node:fs";

// Handed on when a script goes on under the pinned Node, so that times count from the command.
const began = Number(process.env.LAUNCHER_BEGAN) || Date.now();
delete process.env.LAUNCHER_BEGAN;

// A launcher whose terminal or parent is gone must still end its children: a write that cannot
// arrive is no reason to fall.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

/** Something a person can mend. Its message is one clear sentence, printed without a stack. */
export class Trouble extends Error {}

export function whenBegan() {
  return String(began);
}

/** Seconds since the script began, one decimal. */
export function seconds(from = began) {
  return ((Date.now() - from) / 1000).toFixed(1);
}

/** One line of progress with the time it was reached at. */
export function say(text) {
  console.log(`${seconds().padStart(6)} s  ${text}`);
}

/** Prints what went wrong on stderr: the sentence of a Trouble, the stack of anything else. */
export function complain(error) {
  console.error(error instanceof Trouble ? error.message : error);
}

/** The last lines of a log, for a failure's explanation. */
export function tail(path, lines = 25) {
  try {
    return readFileSync(path, "utf8").trimEnd().split("\n").slice(-lines).join("\n");
  } catch {
    return "(no log was written)";
  }
}

/** Rows of equal length as aligned columns, indented by two. */
export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) =>
      `  ${row.map((cell, column) => cell.padEnd(widths[column])).join("   ")}`.trimEnd(),
    )
    .join("\n");
}
