import { readFileSync, writeFileSync } from "node:fs";
import { test, vi } from "vitest";

/* Every mutant in turn, in one process. */

type Hits = Record<string, number>;
/** What Stryker's switches read, and write: how often a mutant's line was passed, by what is running. */
type Switch = {
  activeMutant?: string;
  hitCount: number;
  hitLimit: number;
  currentTestId?: string;
  mutantCoverage: { static: Hits; perTest: Record<string, Hits> };
};
/** As much of a test file as has to do with a mutant: up to its test of that number; and how long that takes. */
type Stretch = { file: string; last: number; milliseconds: number };

/** Passes of one mutant's line: more is a loop that does not end. */
const PASSES = 300_000;
/** Milliseconds for one of its tests: a mutant may wait for what never comes. */
const LONG = 20_000;
/** Stands for what a file does before its tests. */
const TOP = -1;

const { MUTANT_TESTS = "", MUTANT_NAMES = "", MUTANT_REPORT = "" } = process.env;
/** Each mutant's name (reports/mutants.md), by its number. */
const names: Record<string, string> = JSON.parse(readFileSync(MUTANT_NAMES, "utf8"));
const WHOLE = MUTANT_TESTS.split(",").map((file): Stretch => {
  return { file, last: Number.POSITIVE_INFINITY, milliseconds: 0 };
});
/** Modules hold on to it as they are read: it stays the same, and what stands in it changes. */
const here: Switch = {
  hitCount: 0,
  hitLimit: PASSES,
  mutantCoverage: { static: {}, perTest: {} },
};
Object.assign(globalThis, { __stryker__: here });
let round = 0;

const part = (file: string, n: number) => `${file} ${n}`;

/** What a file says, in a database of its own where it asks for one; its modules are those that are read already. */
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
    // The last one opened is the first to be closed, as in vitest.
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

/** Why a test fails while a mutant is switched on; null when none does. */
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

/** Runs all tests without any mutant, and says which lines of mutants each part passes, and how long it takes until then. */
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

/** The mutants that are passed as modules are read: more often while they are than once they have been. */
function readingOf(first: Record<string, Hits>, second: Record<string, Hits>): Set<string> {
  const tops = WHOLE.map(({ file }) => part(file, TOP));
  const more = (top: string) =>
    Object.entries(first[top] ?? {}).filter(([id, n]) => n > (second[top]?.[id] ?? 0));
  return new Set(tops.flatMap((top) => more(top).map(([id]) => id)));
}

/** What has to run for each mutant, the shortest first: a file up to the last test that passes its line. */
function stretchesOf({ hits, until }: Awaited<ReturnType<typeof passes>>) {
  const stretches = new Map<string, Stretch[]>();
  for (const { file, last } of WHOLE) {
    const numbers = Object.keys(until).filter((one) => one.startsWith(`${file} `)).length;
    const lasts = new Map<string, number>();
    for (let n = 0; n < numbers; n++) {
      for (const id of Object.keys(hits[part(file, n)] ?? {})) lasts.set(id, n);
    }
    // What a file makes before its tests is theirs, whichever passes that line again.
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
  // By nothing that another mutant left behind was one noticed.
  requireNone(await noticed());
  // What the modules reckon as they are read is a mutant's, too: for those they are read again.
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
