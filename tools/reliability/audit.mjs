// @ts-check
// Compares the findings of `npm audit` with the explanations in docs/decisions/dependencies.md.
import { execFile } from "node:child_process";

/** @typedef {{ advisory: string, where: string, until: string }} Explained a row of the document’s table */
/** @typedef {{ url?: string, severity?: string, title?: string }} Advisory */
/** @typedef {{ vulnerabilities?: Record<string, { via: (string | Advisory)[], nodes: string[] }> }} Report */

/**
 * Returns npm's JSON output for a folder's lockfile. Null when npm prints no JSON.
 *
 * @param {string} folder
 * @param {string[]} args
 * @returns {Promise<any>}
 */
export function askNpm(folder, args) {
  return new Promise((resolve) => {
    // Ignore the exit code. With findings, `npm audit` exits with an error but still prints the findings.
    execFile("npm", args, { cwd: folder, maxBuffer: 2 ** 28 }, (_, stdout) => {
      try {
        resolve(JSON.parse(stdout));
      } catch {
        resolve(null);
      }
    });
  });
}

/**
 * Returns the rows in section "Explained" of docs/decisions/dependencies.md: an advisory or `any`, the affected
 * installed package copy, and the day on which the explanation expires.
 *
 * @param {string} document the text of that file
 * @returns {Explained[]}
 */
export function explainedIn(document) {
  const text = document.split("\n## Explained\n")[1]?.split("\n## ")[0] ?? "";
  return [...text.matchAll(/^\| (GHSA-\S+|any) \| `(\S+)` \| .+ \| (\d{4}-\d\d-\d\d) \|$/gm)].map(
    ([, advisory = "", where = "", until = ""]) => ({ advisory, where, until }),
  );
}

/**
 * Judges npm's audit report. Passes only if every finding has an unexpired explanation for every affected package copy.
 * The result is null when npm's registry does not respond.
 *
 * @param {Report | null} report
 * @param {Explained[]} explained
 * @param {string} today the current date, such as 2026-11-25
 * @returns {import("./verdict.mjs").Verdict}
 */
export function judgeAudit(report, explained, today) {
  if (!report?.vulnerabilities)
    return { figure: "not run: npm audit, whose registry does not answer", passed: null };
  /** @type {string[]} */
  const known = [];
  /** @type {string[]} */
  const open = [];
  for (const [name, { via, nodes }] of Object.entries(report.vulnerabilities)) {
    // Skip packages that only depend on a vulnerable package. npm's report also lists the vulnerable package itself,
    // with the advisory.
    for (const advisory of via.filter((one) => typeof one !== "string")) {
      const id = advisory.url?.split("/").at(-1) ?? advisory.title ?? "unnamed";
      const isLeft = (/** @type {string} */ node) =>
        explained.some(
          (row) =>
            (row.advisory === id || row.advisory === "any") &&
            row.where === node &&
            row.until >= today,
        );
      const said = `${name} (${id}, ${advisory.severity})`;
      (nodes.length > 0 && nodes.every(isLeft) ? known : open).push(said);
    }
  }
  const figure = [
    open.length > 0 ? `npm audit finds ${open.join(", ")}` : "npm audit finds nothing unexplained",
    ...(known.length > 0 ? [`explained: ${known.join(", ")}`] : []),
  ].join("; ");
  return { figure, passed: open.length === 0 };
}
