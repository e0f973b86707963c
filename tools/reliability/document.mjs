// @ts-check
// Writes reports/reliability.md with the last result of each row. Rows that were not run stay unchanged.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/launcher/paths.mjs";
import { whatIsLess } from "./less.mjs";
import { ROWS } from "./rows.mjs";

const file = join(root, "reports/reliability.md");
const HEAD = ["Row", "Promise", "Command", "Date", "Commit", "Figure", "Passed"];
const shortly = ROWS.filter(({ short }) => short)
  .map(({ name }) => `\`${name}\``)
  .join(", ");
const LEAD = `# Reliability

\`npm run reliability\` attacks the product on one machine with its database, mailbox and site, and writes this file. Each row
has its last run, which can be older than the code; a commit with + had local changes. Put \`npm run reliability --\` before a
row's command. \`--seed=7\` repeats a run, \`--times=5\` makes five times as many attempts, \`--hours=8\` sets the duration of
the soak, and \`--minutes=20\` that of the last hour. \`npm run test:all\` includes all rows that consist of tests, and short
forms of ${shortly}, which check no times.
docs/decisions/0060 explains the method.

`;

const LESS_LEAD = `## Limits of the attacks

How each attack is weaker than a possible one, and what has no row:`;
/**
 * One row of the reliability report.
 *
 * @typedef {object} Line
 * @property {string} command
 * @property {string} date
 * @property {string} commit
 * @property {string} figure
 * @property {string} passed "yes", "**no**" or "not run"
 */

/**
 * Reads the rows of the existing reliability report.
 *
 * @returns {Record<string, string[]>} the current cells of each row
 */
function standing() {
  if (!existsSync(file)) return {};
  const rows = [...readFileSync(file, "utf8").matchAll(/^\| `([\w-]+)` \| (.*) \|$/gm)];
  return Object.fromEntries(rows.map(([, name = "", rest = ""]) => [name, rest.split(" | ")]));
}

/**
 * Replaces the given rows of the reliability report and keeps all other rows.
 *
 * @param {Record<string, Line>} lines the new rows, by the name of the row
 */
export function writeDocument(lines) {
  const known = standing();
  const rows = ROWS.map(({ name, promise, open }) => {
    const line = lines[name];
    const [, command = "", date = "", commit = "", figure = open ?? "", passed = "not run"] = line
      ? ["", line.command, line.date, line.commit, line.figure.replaceAll("|", "/"), line.passed]
      : (known[name] ?? []);
    return [
      `\`${name}\``,
      promise,
      command,
      date,
      commit,
      open ?? figure,
      open ? "**no**" : passed,
    ];
  });
  const table = [HEAD, HEAD.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  const count = (/** @type {string} */ what) => rows.filter((row) => row.at(-1) === what).length;
  const inTests = rows.filter((_, index) => !ROWS[index]?.part);
  const seconds = inTests.reduce(
    (all, cells) => all + Number(/([\d.]+) s$/.exec(cells[5] ?? "")?.[1] ?? 0),
    0,
  );
  const sum = `${count("**no**")} of ${rows.length} rows fail, ${count("not run")} did not run, ${count("yes")} pass. The rows of \`npm run test:all\` took ${Math.round(seconds / 60)} minutes in sequence.\n\n`;
  const parts = [`${LEAD}${sum}${table.join("\n")}`, LESS_LEAD, whatIsLess().join("\n")];
  writeFileSync(file, `${parts.join("\n\n")}\n`);
}
