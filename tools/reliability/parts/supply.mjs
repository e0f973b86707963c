// @ts-check
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../scripts/launcher/paths.mjs";
import { askNpm, explainedIn, judgeAudit } from "../audit.mjs";

/**
 * Returns npm's information about the installed packages: the list of all packages, and advisories if npm's registry
 * answers.
 */
export async function measure() {
  const list = ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only"];
  const parts = (await askNpm(root, list))?.components?.length ?? 0;
  const document = readFileSync(join(root, "docs/decisions/dependencies.md"), "utf8");
  const today = new Date().toISOString().slice(0, 10);
  const report = await askNpm(root, ["audit", "--json"]);
  const { figure, passed } = judgeAudit(report, explainedIn(document), today);
  return { figure: `SBOM of ${parts} packages; ${figure}`, passed: parts > 0 ? passed : false };
}
