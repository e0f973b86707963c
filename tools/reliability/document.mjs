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

What \`npm run reliability\` measured, on one machine with all it needs: database, mailbox, site, attackers. It writes
this file; a row that has not run since says when it did. \`--only=kill,json\` runs some, \`--seed=7\` repeats a seed,
\`--times=5\` does five times as much, \`--hours=8\` is how long the soak lasts, \`--minutes=20\` the last hour. Rows made of tests are in
\`npm run test:all\` as well, whole; of those with a part (\`tools/reliability/parts/\`) it runs ${shortly}
in a short form, three minutes together, which judges what is lost, leaked or refused and no time. Red is red: why stands in the
figure (docs/decisions/0060).

`;

const LESS_LEAD = `## What is attacked less, or not at all

What a harder attack would do beside, by row; at the end what has none.`;
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
  const sum = `${count("yes")} of ${rows.length} rows pass, ${count("**no**")} do not, ${count("not run")} have not been run. Those that \`npm run test:all\` has as well took ${Math.round(seconds / 60)} minutes, one after the other.\n\n`;
  const parts = [`${LEAD}${sum}${table.join("\n")}`, LESS_LEAD, whatIsLess().join("\n")];
  writeFileSync(file, `${parts.join("\n\n")}\n`);
}
