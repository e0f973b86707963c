import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const biome = join(root, "node_modules/@biomejs/biome/bin/biome");

/** Forbidden imports, each as the importing file and the import specifier. */
const FORBIDDEN = [
  ["contract/planted.ts", "hono"],
  ["contract/planted.ts", "@/lib/config"],
  ["contract/planted.ts", "../../backend/app"],
  ["contract/project/planted.ts", "../../backend/app"],
  ["contract/project/planted.ts", "hono"],
  ["backend/users/planted.ts", "@/lib/config"],
  ["backend/users/planted.ts", "react"],
  ["backend/users/planted.ts", "next/headers"],
  ["backend/users/planted.ts", "../../contract/users"],
  ["backend/db/planted.ts", "../http/serve"],
  ["backend/db/planted.ts", "../store/store"],
  ["backend/store/planted.ts", "../files/under-way"],
  ["backend/documents/planted.ts", "../evaluations/export/export"],
  ["backend/http/planted.ts", "../users/sessions/authenticate"],
  ["backend/mail/planted.ts", "../http/serve"],
  ["backend/scheduling/planted.ts", "../project/reminders"],
  ["backend/editions/planted.ts", "../project/timeline"],
  ["backend/project/planted.ts", "../files/quota"],
  ["backend/files/check/planted.ts", "../../users/erase"],
  ["backend/users/planted.ts", "../evaluations/conflicts"],
  ["backend/evaluations/list/planted.ts", "../../selection/select"],
  ["backend/selection/planted.ts", "../forms/whitepaper"],
  ["backend/content/planted.ts", "../forms/routes"],
  ["backend/forms/planted.ts", "../commands/run/run-command"],
  ["backend/commands/demo/planted.ts", "../../app"],
  ["backend/users/planted.ts", "../app"],
  ["lib/api/planted.ts", "@/backend/db/schema/accounts"],
  ["lib/api/planted.ts", "../../backend/app"],
  ["lib/planted.ts", "@/components/ui/button"],
  ["lib/planted.ts", "../contract/users"],
  ["lib/api/transport.ts", "@/backend/db/schema/accounts"],
  ["lib/api/load-backend.ts", "@/backend/db/schema/accounts"],
  ["components/ui/planted.tsx", "@/lib/config"],
  ["components/ui/planted.tsx", "@/contract/users"],
  ["components/forms/planted.tsx", "@/lib/config"],
  ["components/forms/planted.tsx", "@/components/account/login-form"],
  ["components/account/planted.tsx", "@/components/application/step"],
  ["components/account/planted.tsx", "../application/step"],
  ["components/evaluation/planted.tsx", "@/backend/app"],
  ["components/submission/planted.tsx", "@/components/evaluation/use-dates"],
  ["components/submission/planted.tsx", "../evaluation/use-dates"],
  ["components/staff/planted.tsx", "../submission/answers"],
  ["components/forms/planted.tsx", "@/components/submission/answers"],
  ["components/staff/planted.tsx", "@/components/account/query-provider"],
  ["components/site/planted.tsx", "@/app/layout"],
  ["app/planted.tsx", "@/backend/app"],
  ["app/planted.tsx", "../../backend/app"],
  ["middleware.ts", "@/backend/app"],
] as const;

/** Allowed imports, each as the importing file and the import specifier. The lint rules must accept them. */
const ALLOWED = [
  ["contract/planted.ts", "zod"],
  ["contract/planted.ts", "./users/users"],
  ["contract/project/planted.ts", "../errors"],
  ["contract/project/planted.ts", "../evaluation/weights"],
  ["backend/users/planted.ts", "@/contract/users"],
  ["backend/users/planted.ts", "../db/schema/accounts"],
  ["backend/db/planted.ts", "./schema/accounts"],
  ["backend/http/planted.ts", "../dependencies"],
  ["backend/files/check/planted.ts", "../under-way"],
  ["backend/users/planted.ts", "../files/erase-bytes"],
  ["backend/evaluations/list/planted.ts", "../close/record"],
  ["backend/evaluations/list/planted.ts", "../../users/profile"],
  ["backend/commands/demo/planted.ts", "../../selection/select"],
  ["backend/project/planted.test.ts", "../users/erase"],
  ["lib/api/planted.ts", "@/contract/users"],
  ["lib/api/planted.ts", "../config"],
  ["lib/api/transport.ts", "@/backend/content/open-content"],
  ["lib/api/load-backend.ts", "@/backend/app"],
  ["components/forms/planted.tsx", "@/components/ui/button"],
  ["components/account/planted.tsx", "@/components/forms/field"],
  ["components/evaluation/planted.tsx", "@/components/submission/answers"],
  ["components/staff/planted.tsx", "@/components/submission/answers"],
  ["components/account/planted.tsx", "@/lib/i18n/navigation"],
  ["app/planted.tsx", "@/components/account/login-form"],
] as const;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "slancio-layers-"));
  for (const name of ["biome.json", "tools/lint", ".gitignore"]) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Returns the lint rules that each source breaks, with the repository's Biome configuration. One Biome process checks
 * all sources. Their file names (`planted0`, `planted1`) distinguish them.
 */
function brokenRules(sources: (readonly [file: string, source: string])[]): string[][] {
  const left = new Map(
    sources.map(([file, source], index) => [
      index,
      { file: file.replace("planted", `planted${index}`), source },
    ]),
  );
  const broken = sources.map(() => [] as string[]);
  while (left.size > 0) {
    const round = new Map<string, number>();
    for (const [index, { file, source }] of left) {
      if (round.has(file)) continue;
      round.set(file, index);
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), source);
    }
    const { stdout } = spawnSync(
      process.execPath,
      [biome, "lint", "--reporter=json", "--max-diagnostics=500", ...round.keys()],
      { cwd: folder, encoding: "utf8" },
    );
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: { category: string; location: { path: string | { file: string } } }[];
    };
    for (const { category, location } of diagnostics) {
      const path = typeof location.path === "string" ? location.path : location.path.file;
      broken[round.get(path) ?? -1]?.push(category);
    }
    for (const [file, index] of round) {
      rmSync(join(folder, file));
      left.delete(index);
    }
  }
  return broken;
}

const IMPORTS = "lint/style/noRestrictedImports";
const reExport = ([file, target]: readonly [string, string]) =>
  [file, `export * from "${target}";\n`] as const;

describe("the import rules of Biome", () => {
  test("the import rules reject each forbidden import", () => {
    const broken = brokenRules(FORBIDDEN.map(reExport));
    expect(FORBIDDEN.filter((_, index) => !broken[index]?.includes(IMPORTS))).toEqual([]);
  });

  test("the import rules accept each allowed import", () => {
    const broken = brokenRules(ALLOWED.map(reExport));
    expect(ALLOWED.filter((_, index) => broken[index]?.includes(IMPORTS))).toEqual([]);
  });

  test("the import rules reject a type import and a dynamic import too", () => {
    const type = 'import type { App } from "@/backend/app";\nexport type Planted = App;\n';
    const dynamic = 'export const planted = () => import("@/backend/app");\n';
    const broken = brokenRules([
      ["app/planted.tsx", type],
      ["app/planted.tsx", dynamic],
    ]);
    expect(broken).toEqual([expect.arrayContaining([IMPORTS]), expect.arrayContaining([IMPORTS])]);
  });

  test("the linter rejects process.env in a component", () => {
    const source = "export const planted = process.env.SITE_URL;\n";
    expect(brokenRules([["components/ui/planted.tsx", source]])).toEqual([
      expect.arrayContaining(["lint/style/noProcessEnv"]),
    ]);
  });
});
