import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askNpm, explainedIn, judgeAudit } from "./audit.mjs";

/* Runs the real `npm audit` against a fake registry. */

const HOLE = {
  id: 1,
  url: "https://github.com/advisories/GHSA-aaaa-bbbb-cccc",
  title: "A hole",
  severity: "high",
  vulnerable_versions: "<2.0.0",
};
const folder = mkdtempSync(join(tmpdir(), "audit-"));
const asked: unknown[] = [];
let advisories: Record<string, unknown[]> | null;

const server = createServer(async (request, response) => {
  if (!request.url?.includes("/advisories/bulk") || !advisories) {
    response.writeHead(404).end("{}");
    return;
  }
  asked.push(JSON.parse(await text(request.pipe(createGunzip()))));
  response.setHeader("Content-Type", "application/json").end(JSON.stringify(advisories));
});

/** Returns npm's audit report on a lockfile with two copies of a package, one of them inside another package. */
async function audit(found: typeof advisories) {
  advisories = found;
  const { port } = server.address() as AddressInfo;
  const registry = [`--registry=http://127.0.0.1:${port}`, "--fetch-retries=0"];
  return askNpm(folder, ["audit", "--json", `--cache=${join(folder, "cache")}`, ...registry]);
}

const row = (more: object = {}) => ({
  advisory: "GHSA-aaaa-bbbb-cccc",
  where: "node_modules/tool/node_modules/part",
  until: "2026-12-31",
  ...more,
});
const both = [row(), row({ where: "node_modules/part" })];

beforeAll(async () => {
  const packages = {
    "": { name: "made", version: "1.0.0", dependencies: { part: "^1.5.0", tool: "1.0.0" } },
    "node_modules/part": { version: "1.5.0" },
    "node_modules/tool": { version: "1.0.0", dependencies: { part: "1.0.0" } },
    "node_modules/tool/node_modules/part": { version: "1.0.0" },
  };
  const lock = { name: "made", version: "1.0.0", lockfileVersion: 3, requires: true, packages };
  writeFileSync(join(folder, "package.json"), JSON.stringify(packages[""]));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("the verdict of npm audit", () => {
  test("an audit without an answer from the registry has no verdict", async () => {
    expect(judgeAudit(await audit(null), [], "2026-11-25").passed).toBeNull();
  });

  test("an audit without findings passes and asks for every installed version", async () => {
    const { passed, figure } = judgeAudit(await audit({}), [], "2026-11-25");
    expect([passed, figure]).toEqual([true, "npm audit finds nothing unexplained"]);
    expect(asked.at(-1)).toEqual({ part: ["1.5.0", "1.0.0"], tool: ["1.0.0"] });
  });

  test("an audit passes only if every copy with a vulnerability is explained by name", async () => {
    const report = await audit({ part: [HOLE] });
    const named = "part (GHSA-aaaa-bbbb-cccc, high)";
    const says = (rows: ReturnType<typeof row>[], today = "2026-11-25") => {
      const { passed, figure } = judgeAudit(report, rows, today);
      return [passed, figure];
    };
    const refused = [false, `npm audit finds ${named}`];
    expect(says([])).toEqual(refused);
    expect(says([row()])).toEqual(refused);
    expect(says(both.map((one) => ({ ...one, advisory: "GHSA-xxxx-yyyy-zzzz" })))).toEqual(refused);
    const passed = [true, `npm audit finds nothing unexplained; explained: ${named}`];
    expect(says(both)).toEqual(passed);
    expect(says(both.map((one) => ({ ...one, advisory: "any" })))).toEqual(passed);
    expect(says(both, "2026-12-31")).toEqual(passed);
    expect(says(both, "2027-01-01")).toEqual(refused);
  });
});

describe("the explanations in the document", () => {
  const root = join(import.meta.dirname, "../..");
  const document = readFileSync(join(root, "docs/decisions/dependencies.md"), "utf8");
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const section = document.split("\n## Explained\n")[1]?.split("\n## ")[0] ?? "";

  test("each explanation in the document has a reason and a last day", () => {
    const rows = [...section.matchAll(/^\| (.+) \|$/gm)].slice(1);
    const explained = explainedIn(document);
    expect(explained.length).toBe(rows.length);
    for (const { until } of explained) expect(new Date(until).toISOString()).toContain(until);
  });

  test("each explained copy is installed", () => {
    const gone = explainedIn(document).filter(({ where }) => !(where in packages));
    expect(gone).toEqual([]);
  });
});
