import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, inject, test } from "vitest";
import { namesOfVitest } from "../../scripts/testing/outcomes.mjs";
import { ROOT, run } from "./scratch";

/*
 * During an upgrade and after a rollback, the previous build runs on the current database schema. The test runs the
 * previous build's conformance tests on this schema, in a copy of that build with the current packages. Columns that
 * the previous build uses can be dropped only in the next release.
 */

const MIGRATIONS = "backend/db/migrations";
const PATIENCE = 300_000;

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: ROOT, stdio: ["ignore", "pipe", "ignore"] })
    .toString()
    .trim();
}

/**
 * Returns the commit of the previous build: TEST_FORMER, otherwise the last release, otherwise the last build with a
 * different schema. Null if the clone's history is too short.
 */
function formerBuild(): string | null {
  const named = process.env.TEST_FORMER;
  if (named) return git("rev-parse", "--verify", `${named}^{commit}`);
  try {
    return git("rev-list", "-1", git("describe", "--tags", "--abbrev=0", "--match=v[0-9]*", "@^"));
  } catch {
    // There is no release yet, or the clone does not contain the last release.
  }
  try {
    const changed = git("log", "-1", "--format=%H", "--", `${MIGRATIONS}/meta/_journal.json`);
    return git("rev-parse", "--verify", `${changed}^`);
  } catch {
    return null;
  }
}

const former = formerBuild();
if (!former) {
  console.warn(
    "\n  SKIPPED: this clone has no history (git fetch --unshallow --tags), so the former build is not run on this schema\n",
  );
}

describe.skipIf(!former)(`the build ${former?.slice(0, 7)}`, () => {
  const copy = join(inject("testFolder"), `former-${process.pid}`);
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  test("the former build passes its own conformance suite on this schema", {
    timeout: PATIENCE,
  }, async () => {
    mkdirSync(copy, { recursive: true });
    const files = execFileSync("git", ["archive", former!], { cwd: ROOT, maxBuffer: 2 ** 30 });
    execFileSync("tar", ["-x", "-C", copy], { input: files });
    rmSync(join(copy, MIGRATIONS), { recursive: true });
    cpSync(join(ROOT, MIGRATIONS), join(copy, MIGRATIONS), { recursive: true });
    const file = join(copy, "conformance.json");
    const suite = ["run", "--project=node", "tests/conformance"];
    const report = ["--reporter=json", `--outputFile=${file}`];
    const printed = await run(copy, "vitest/vitest.mjs", ...suite, ...report);
    if (!existsSync(file)) throw new Error(`the suite did not run: ${printed}`);
    const told = JSON.parse(readFileSync(file, "utf8"));
    expect(namesOfVitest(told).failures).toEqual([]);
    expect(told.numFailedTestSuites).toBe(0);
    expect(told.numPassedTests).toBeGreaterThan(20);
  });
});
