// @ts-check
import { spawnSync } from "node:child_process";
import { root } from "../../run/paths.mjs";

/** @param {string[]} args */
function npm(args) {
  const { stdout } = spawnSync("npm", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 });
  try {
    return JSON.parse(stdout);
  } catch {
    return null;
  }
}

/** What npm knows of the packages that are installed: advisories, if its registry answers, and the list of all. */
export async function measure() {
  const sbom = npm(["sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only"]);
  const parts = sbom?.components?.length ?? 0;
  const found = npm(["audit", "--json", "--omit", "dev"])?.metadata?.vulnerabilities;
  const listed = `SBOM of ${parts} packages`;
  if (!found)
    return {
      figure: `${listed}; not run: npm audit, whose registry does not answer`,
      passed: parts > 0 ? null : false,
    };
  const kinds = Object.entries(found).filter(([kind, n]) => kind !== "total" && Number(n) > 0);
  const said = kinds.map(([kind, n]) => `${n} ${kind}`).join(", ") || "nothing";
  return { figure: `${listed}; npm audit finds ${said}`, passed: parts > 0 && found.total === 0 };
}
