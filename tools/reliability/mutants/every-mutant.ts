import { readFileSync, writeFileSync } from "node:fs";
import { test, vi } from "vitest";

/*
 * Runs the tests for every mutant, one mutant after the other, in one process. A mutant is a small error that the tests
 * must detect.
 */

type Hits = Record<string, number>;
/**
 * The data of Stryker's switches, which turn one mutant on. It includes how often each test has run each mutant's line.
 */
type Switch = {
  activeMutant?: string;
  hitCount: number;
  hitLimit: number;
  currentTestId?: string;
  mutantCoverage: { static: Hits; perTest: Record<string, Hits> };
};
/**
 * The tests of a file that must run for a mutant: from the first test to number `last`, with their duration in
 * milliseconds.
 */
type Stretch = { file: string; last: number; milliseconds: number };

/** Maximum number of times that one mutant's line can run. A larger number means an endless loop. */
const PASSES = 300_000;
/** Maximum milliseconds for one test of a mutant, because a mutant can make a test wait forever. */
const LONG = 20_000;
/** Test number of the code that a test file runs before its tests. */
const TOP = -1;

const { MUTANT_TESTS = "", MUTANT_NAMES = "", MUTANT_REPORT = "" } = process.env;
/** Names of the mutants by number, in the form that reports/mutants.md lists them. */
const names: Record<string, string> = JSON.parse(readFileSync(MUTANT_NAMES, "utf8"));
const WHOLE = MUTANT_TESTS.split(",").map((file): Stretch => {
  return { file, last: Number.POSITIVE_INFINITY, milliseconds: 0 };
});
/**
 * The object with the data of Stryker's switches. Modules keep a reference to it when they load, so only its contents
 * can change.
 */
const here: Switch = {
  hitCount: 0,
  hitLimit: PASSES,
  mutantCoverage: { static: {}, perTest: {} },
};
Object.assign(globalThis, { __stryker__: here });
let round = 0;

const part = (file: string, n: number) => `${file} ${n}`;

/**
 * Runs the tests of a file with the modules that are already loaded. Test files that use a database get a separate one.
 */
async function runFile({ file, last }: Stretch, tell?: (n: number) => void) {
  globalThis.mutantTests = { runs: [], before: [], after: [], ends: [] };
  try {
    here.currentTestId = part(file, TOP);
    await import(/* @vite-ignore */ `/${file}?round=${round}`);
    for (const [n, run] of globalThis.mutantTests.runs.entries()) {
      if (n > last) break;
      here.currentTestId = part(file, n);
      await inTime(run);
      tell?.(n);
    }
  } finally {
    // Run the final hooks in reverse order, as Vitest does.
    for (const end of globalThis.mutantTests.ends.toReversed()) await end();
  }
}

async function inTime(run: () => unknown) {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_, refuse) => {
    timer = setTimeout(() => refuse(new Error("it does not end")), LONG);
  });
  await Promise.race([run(), late]).finally(() => clearTimeout(timer));
}

/** Runs tests with a mutant turned on. Returns the error of the first failing test. Null when all tests pass. */
async function noticed(id?: string, stretches = WHOLE): Promise<string | null> {
  round += 1;
  Object.assign(here, { activeMutant: id, hitCount: 0 });
  try {
    for (const stretch of stretches) await runFile(stretch);
    return null;
  } catch (error) {
    return String(error);
  }
}

function requireNone(trouble: string | null) {
  if (trouble) throw new Error(`the tests fail without any mutant: ${trouble}`);
}

/** Runs all tests without mutants. Records the mutants whose lines each test runs, and the duration up to each test. */
async function passes() {
  round += 1;
  here.activeMutant = undefined;
  here.mutantCoverage.perTest = {};
  const until: Record<string, number> = {};
  for (const whole of WHOLE) {
    const began = Date.now();
    await runFile(whole, (n) => {
      until[part(whole.file, n)] = Date.now() - began;
    });
  }
  return { hits: here.mutantCoverage.perTest, until };
}

/**
 * Returns the mutants whose lines run while modules load. These lines run more often in the first run than in the
 * second run.
 */
function readingOf(first: Record<string, Hits>, second: Record<string, Hits>): Set<string> {
  const tops = WHOLE.map(({ file }) => part(file, TOP));
  const more = (top: string) =>
    Object.entries(first[top] ?? {}).filter(([id, n]) => n > (second[top]?.[id] ?? 0));
  return new Set(tops.flatMap((top) => more(top).map(([id]) => id)));
}

/**
 * Returns the test files to run for each mutant, shortest first. Each file runs up to the last test that runs the
 * mutant's line.
 */
function stretchesOf({ hits, until }: Awaited<ReturnType<typeof passes>>) {
  const stretches = new Map<string, Stretch[]>();
  for (const { file, last } of WHOLE) {
    const numbers = Object.keys(until).filter((one) => one.startsWith(`${file} `)).length;
    const lasts = new Map<string, number>();
    for (let n = 0; n < numbers; n++) {
      for (const id of Object.keys(hits[part(file, n)] ?? {})) lasts.set(id, n);
    }
    // If the code before a file's tests runs the mutant's line, run all tests of the file.
    for (const id of Object.keys(hits[part(file, TOP)] ?? {})) lasts.set(id, last);
    for (const [id, n] of lasts) {
      const milliseconds = until[part(file, Math.min(n, numbers - 1))] ?? 0;
      stretches.set(id, [...(stretches.get(id) ?? []), { file, last: n, milliseconds }]);
    }
  }
  for (const some of stretches.values()) some.sort((a, b) => a.milliseconds - b.milliseconds);
  return stretches;
}

test("every mutant", async () => {
  const first = await passes();
  const second = await passes();
  const reading = readingOf(first.hits, second.hits);
  const stretches = stretchesOf(second);
  const found: string[] = [];
  const anew: string[] = [];
  const ids = Object.keys(names);
  for (const [n, id] of ids.entries()) {
    if (n % 20 === 0) console.log(`${n} of ${ids.length} tried, ${found.length} noticed`);
    const mine = stretches.get(id);
    if (mine && (await noticed(id, mine))) found.push(id);
    else if (reading.has(id)) anew.push(id);
    else console.log(`nobody notices ${names[id]}`);
  }
  console.log(`${anew.length} to be tried with modules that are read anew`);
  // Run all tests without a mutant again, to verify that no earlier mutant has left an effect.
  requireNone(await noticed());
  // Values that are computed while a module loads can contain a mutant. Load the modules again for these mutants.
  for (const id of anew) {
    vi.resetModules();
    if (await noticed(id)) found.push(id);
    else console.log(`nobody notices ${names[id]}`);
  }
  if (anew.length > 0) {
    vi.resetModules();
    requireNone(await noticed());
  }
  writeFileSync(MUTANT_REPORT, JSON.stringify(found));
});
