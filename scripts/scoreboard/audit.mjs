// @ts-check
// What `npm audit` finds, held to what docs/decisions/dependencies.md explains.
import { execFile } from "node:child_process";

/** @typedef {{ advisory: string, where: string, until: string }} Explained a row of the document’s table */
/** @typedef {{ url?: string, severity?: string, title?: string }} Advisory */
/** @typedef {{ vulnerabilities?: Record<string, { via: (string | Advisory)[], nodes: string[] }> }} Report */

/**
 * What npm says of a folder's lockfile as JSON, or null where it says nothing.
 *
 * @param {string} folder
 * @param {string[]} args
 * @returns {Promise<any>}
 */
export function askNpm(folder, args) {
  return new Promise((resolve) => {
    // npm audit fails with what it finds, and says it all the same.
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
 * The rows of the document's section "Explained": an advisory, or `any`; the installed copies it is about; the last day.
 *
 * @param {string} document
 * @returns {Explained[]}
 */
export function explainedIn(document) {
  const text = document.split("\n## Explained\n")[1]?.split("\n## ")[0] ?? "";
  return [...text.matchAll(/^\| (GHSA-\S+|any) \| `(\S+)` \| .+ \| (\d{4}-\d\d-\d\d) \|$/gm)].map(
    ([, advisory = "", where = "", until = ""]) => ({ advisory, where, until }),
  );
}

/**
 * Every finding is explained, for every copy that it is about and not beyond its day, or the verdict is no. Null where npm gives
 * no report: its registry does not answer.
 *
 * @param {Report | null} report
 * @param {Explained[]} explained
 * @param {string} today as 2026-11-25
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
    // Who only depends on what has a hole has none of its own: the hole itself is in the list.
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
