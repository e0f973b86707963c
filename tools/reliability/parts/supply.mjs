// @ts-check
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../scripts/launcher/paths.mjs";
import { askNpm, explainedIn, judgeAudit } from "../audit.mjs";

/** Checks npm's list of installed packages, and the advisories about them if npm's registry responds. */
export async function measure() {
  const list = ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only"];
  const parts = (await askNpm(root, list))?.components?.length ?? 0;
  const document = readFileSync(join(root, "docs/decisions/dependencies.md"), "utf8");
  const today = new Date().toISOString().slice(0, 10);
  const report = await askNpm(root, ["audit", "--json"]);
  const { figure, passed } = judgeAudit(report, explainedIn(document), today);
  return { figure: `SBOM of ${parts} packages; ${figure}`, passed: parts > 0 ? passed : false };
}
