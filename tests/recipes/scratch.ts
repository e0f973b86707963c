import { execFile, execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inject } from "vitest";

/*
 * Makes a copy of the repository for testing recipes. The copy is in the test run's folder inside the repository, so
 * its programs find the same node_modules.
 */

export const ROOT = join(import.meta.dirname, "../..");
const PROBES = "tests/recipes/probes";

/** An edit of a file: a function from the file's text to the changed text. */
export type Edit = (text: string) => string;

/** The code changes of a recipe: the texts of new files, and the edits of existing files. */
export type Change = Record<string, string | Edit>;

/** Returns an edit that replaces a text. The text must occur exactly once in the file. */
export function instead(piece: string, text: string): Edit {
  return (before) => {
    const parts = before.split(piece);
    if (parts.length !== 2) throw new Error(`stands ${parts.length - 1} times: ${piece}`);
    return parts.join(text);
  };
}

/** Returns an edit that inserts text after an anchor text. The anchor must occur exactly once in the file. */
export function after(anchor: string, added: string): Edit {
  return instead(anchor, anchor + added);
}

/** Returns an edit that inserts text before an anchor text. The anchor must occur exactly once in the file. */
export function before(anchor: string, added: string): Edit {
  return instead(anchor, added + anchor);
}

/** Combines several edits of one file. */
export function edits(...all: Edit[]): Edit {
  return (text) => all.reduce((edited, edit) => edit(edited), text);
}

/** Returns an edit that adds messages to a message catalogue, such as `{ "search.kind.terms": "Voce" }`. */
export function words(added: Record<string, unknown>): Edit {
  return (text) => {
    const catalogue = JSON.parse(text) as Record<string, unknown>;
    for (const [path, value] of Object.entries(added)) {
      const names = path.split(".");
      const last = names.pop() ?? "";
      let place = catalogue;
      for (const name of names) place = place[name] as typeof place;
      if (last in place) throw new Error(`is there already: ${path}`);
      place[last] = value;
    }
    return `${JSON.stringify(catalogue, null, 2)}\n`;
  };
}

/** Copies the repository's tracked and uncommitted files into the test run's folder. Returns the copy's path. */
export function scratchCopy(): string {
  const copy = join(inject("testFolder"), `rehearsal-${process.pid}`);
  const listed = execFileSync("git", ["ls-files", "-coz", "--exclude-standard"], { cwd: ROOT });
  for (const file of listed.toString().split("\0").filter(Boolean)) {
    // Skip missing files, because Git still lists the old path of a file that was moved but not committed.
    if (!existsSync(join(ROOT, file))) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    copyFileSync(join(ROOT, file), join(copy, file));
  }
  // Type-check the probes only in the copy, because they use names that exist only after the recipe's change.
  const checked = { extends: "./tsconfig.check.json", exclude: ["node_modules", ".data"] };
  writeFileSync(join(copy, "tsconfig.rehearsal.json"), JSON.stringify(checked));
  return copy;
}

/** Applies a recipe's change to the copy of the repository. Throws if an edit does not match its file. */
export function make(copy: string, change: Change): void {
  for (const [file, content] of Object.entries(change)) {
    const path = join(copy, file);
    if (typeof content === "string") {
      if (existsSync(path)) throw new Error(`${file} is there already`);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      continue;
    }
    try {
      writeFileSync(path, content(readFileSync(path, "utf8")));
    } catch (cause) {
      throw new Error(`${file} cannot be edited as the rehearsal says`, { cause });
    }
  }
}

/** Runs a program from node_modules in the copy of the repository. Returns its output, also when the program fails. */
export function run(copy: string, program: string, ...args: string[]): Promise<string> {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NO_COLOR: "1",
    TEST_DATABASE_URL: inject("adminDatabaseUrl"),
    TEST_FOLDER: inject("testFolder"),
  };
  // Remove the environment variables of the Vitest run that started this test.
  for (const name of Object.keys(env)) if (name.startsWith("VITEST")) delete env[name];
  const command = [join(ROOT, "node_modules", program), ...args];
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      command,
      { cwd: copy, env, maxBuffer: 2 ** 26 },
      (_, stdout, stderr) => resolve(stdout + stderr),
    );
  });
}

/**
 * Returns the compiler's errors for the whole copy of the repository with its probes. Returns an empty text without
 * errors.
 */
export async function typeErrors(copy: string): Promise<string> {
  return (
    await run(copy, "typescript/bin/tsc", "--noEmit", "-p", "tsconfig.rehearsal.json")
  ).trim();
}

type Report = {
  testResults: {
    name: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
};

/** The results of the probes by recipe name: the number of passed tests, and the messages of failed tests. */
export type Outcomes = Map<string, { passed: number; failures: string[] }>;

/** Runs the probes in the copy of the repository and returns their results. */
export async function probe(copy: string): Promise<Outcomes> {
  const file = join(copy, "probes.json");
  const config = ["--config", join(copy, "tests/recipes/probes.config.ts")];
  const report = ["--reporter=json", `--outputFile=${file}`];
  const printed = await run(copy, "vitest/vitest.mjs", "run", ...config, ...report);
  if (!existsSync(file)) throw new Error(`the probes did not run: ${printed}`);
  const { testResults } = JSON.parse(readFileSync(file, "utf8")) as Report;
  const outcomes: Outcomes = new Map();
  for (const { name, message, assertionResults } of testResults) {
    const failed = assertionResults.filter(({ status }) => status !== "passed");
    const failures = failed.map((one) => [one.fullName, ...(one.failureMessages ?? [])].join("\n"));
    // A test file with a syntax or import error has no tests, so report the file's error instead.
    if (assertionResults.length === 0) failures.push(message);
    // A recipe that changes pages has two probes, one for the back end and one for components. Merge their results.
    const probed = name
      .slice(join(copy, PROBES).length + 1)
      .replace(/(-screens)?\.probe\.tsx?$/, "");
    const before = outcomes.get(probed) ?? { passed: 0, failures: [] };
    outcomes.set(probed, {
      passed: before.passed + assertionResults.length - failed.length,
      failures: [...before.failures, ...failures],
    });
  }
  return outcomes;
}
