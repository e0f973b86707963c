import { execFile, execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inject } from "vitest";

/*
 * A scratch copy of the repository, in which an addition is rehearsed. It is in the run's folder, below
 * the root: its programs find node_modules as those of the root do, and nothing has to be linked.
 */

export const ROOT = join(import.meta.dirname, "../..");
const PROBES = "tests/rehearsal/probes";

/** A change to a file: its text, as it was and as it will be. */
export type Edit = (text: string) => string;

/** What adding something takes: new files with their text, and edits to existing files. */
export type Change = Record<string, string | Edit>;

/** Replaces a piece of text that occurs in the file once. */
export function instead(piece: string, text: string): Edit {
  return (before) => {
    const parts = before.split(piece);
    if (parts.length !== 2) throw new Error(`stands ${parts.length - 1} times: ${piece}`);
    return parts.join(text);
  };
}

/** Adds text right after a piece that occurs in the file once. */
export function after(anchor: string, added: string): Edit {
  return instead(anchor, anchor + added);
}

/** Adds text right before a piece that occurs in the file once. */
export function before(anchor: string, added: string): Edit {
  return instead(anchor, added + anchor);
}

/** Several edits to one file. */
export function edits(...all: Edit[]): Edit {
  return (text) => all.reduce((edited, edit) => edit(edited), text);
}

/** Adds words to a catalogue: `{ "search.kind.terms": "Voce" }`. */
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

/** Copies what the repository holds, and what is not committed yet, into the run's folder. */
export function scratchCopy(): string {
  const copy = join(inject("testFolder"), `rehearsal-${process.pid}`);
  const listed = execFileSync("git", ["ls-files", "-coz", "--exclude-standard"], { cwd: ROOT });
  for (const file of listed.toString().split("\0").filter(Boolean)) {
    // A file moved but not committed is listed too.
    if (!existsSync(join(ROOT, file))) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    copyFileSync(join(ROOT, file), join(copy, file));
  }
  // Probes refer to what the root does not have: only here are they checked with the rest.
  const checked = { extends: "./tsconfig.check.json", exclude: ["node_modules", ".data"] };
  writeFileSync(join(copy, "tsconfig.rehearsal.json"), JSON.stringify(checked));
  return copy;
}

/** Makes a change in the copy; throws if it does not fit. */
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

/** Runs a program from node_modules in the copy, and returns what it printed, however it ended. */
export function run(copy: string, program: string, ...args: string[]): Promise<string> {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NO_COLOR: "1",
    TEST_DATABASE_URL: inject("adminDatabaseUrl"),
    TEST_FOLDER: inject("testFolder"),
  };
  // Of the run this one is part of.
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

/** What the compiler reports for the whole copy, its probes included; nothing when all is well. */
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

/** What came of the probes: by name, how many tests passed and what the others said. */
export type Outcomes = Map<string, { passed: number; failures: string[] }>;

/** Runs the probes in the copy. */
export async function probe(copy: string): Promise<Outcomes> {
  const file = join(copy, "probes.json");
  const config = ["--config", join(copy, "tests/rehearsal/probes.config.ts")];
  const report = ["--reporter=json", `--outputFile=${file}`];
  const printed = await run(copy, "vitest/vitest.mjs", "run", ...config, ...report);
  if (!existsSync(file)) throw new Error(`the probes did not run: ${printed}`);
  const { testResults } = JSON.parse(readFileSync(file, "utf8")) as Report;
  const outcomes: Outcomes = new Map();
  for (const { name, message, assertionResults } of testResults) {
    const failed = assertionResults.filter(({ status }) => status !== "passed");
    const failures = failed.map((one) => [one.fullName, ...(one.failureMessages ?? [])].join("\n"));
    // A file that cannot even be loaded has no tests.
    if (assertionResults.length === 0) failures.push(message);
    // An addition that reaches screens has two: one with the back end, one with components.
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
