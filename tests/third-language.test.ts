import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { testFolder } from "./support/folder";
import { growLanguage, THIRD } from "./support/third-language";

const MINUTES = 60_000;
/** Runs a program from node_modules in the copy of the repository with a third language. */
let run: (program: string, ...args: string[]) => { status: number | null; said: string };

beforeAll(async () => {
  const tree = join(await testFolder("third-language"), "tree");
  growLanguage(tree);
  run = (program, ...args) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(tree, "node_modules", program), ...args],
      { cwd: tree, encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } },
    );
    return { status, said: stdout + stderr };
  };
});

test(
  "a third language needs one entry and its words, and no other change of code",
  () => {
    const { status, said } = run("typescript/bin/tsc", "--noEmit", "-p", "tsconfig.check.json");
    expect(status, said).toBe(0);
  },
  5 * MINUTES,
);

test(
  "a public page, each step of the application and each mail are in the third language",
  () => {
    const { status, said } = run(
      "vitest/vitest.mjs",
      "run",
      "--project=jsdom",
      "--reporter=verbose",
      "tests/each-language.test.tsx",
    );
    expect(status, said).toBe(0);
    expect(said).toContain(
      `in the language ${THIRD} > a public page is completely in its language`,
    );
    expect(said).toContain(
      `in the language ${THIRD} > the step team of the application is in its language`,
    );
    expect(said).toContain(`in the language ${THIRD} > the mail confirm is in its language`);
  },
  5 * MINUTES,
);
