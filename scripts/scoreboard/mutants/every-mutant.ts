import { writeFileSync } from "node:fs";
import { test, vi } from "vitest";

/* Every mutant in turn, in one process. */

type Switch = { activeMutant?: string; hitCount: number; hitLimit: number };
/** Passes of one mutant's line: more is a loop that does not end. */
const PASSES = 300_000;
/** Milliseconds for one of its tests: a mutant may wait for what never comes. */
const LONG = 20_000;

const { MUTANT_TESTS = "", MUTANT_IDS = "", MUTANT_REPORT = "", MUTANT_KEEPS = "" } = process.env;
/** Modules hold on to it as they are read: it stays the same, and what stands in it changes. */
const here: Switch = { hitCount: 0, hitLimit: PASSES };
Object.assign(globalThis, { __stryker__: here });
let round = 0;

/** What a file says, in a database of its own where it asks for one; its modules are those that are read already. */
async function runFile(file: string) {
  globalThis.mutantTests = { runs: [], before: [], ends: [] };
  try {
    await import(/* @vite-ignore */ `/${file}?round=${round}`);
    for (const run of globalThis.mutantTests.runs) await inTime(run);
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
async function noticed(id?: string): Promise<string | null> {
  round += 1;
  Object.assign(here, { activeMutant: id, hitCount: 0 });
  try {
    for (const file of MUTANT_TESTS.split(",")) await runFile(file);
    return null;
  } catch (error) {
    return String(error);
  }
}

/** The same with all modules read again: what they reckon as they are read is a mutant's, too. */
async function noticedAnew(id?: string): Promise<string | null> {
  vi.resetModules();
  return noticed(id);
}

async function requireQuiet() {
  const trouble = await noticedAnew();
  if (trouble) throw new Error(`the tests fail without any mutant: ${trouble}`);
}

test("every mutant", async () => {
  await requireQuiet();
  const found: string[] = [];
  for (const id of MUTANT_IDS.split(",")) {
    if (MUTANT_KEEPS && (await noticed(id))) {
      found.push(id);
      continue;
    }
    if (await noticedAnew(id)) found.push(id);
    // What the modules reckoned as they were read was this mutant's.
    if (MUTANT_KEEPS) await requireQuiet();
  }
  // By nothing that another mutant left behind was one noticed.
  await requireQuiet();
  writeFileSync(MUTANT_REPORT, JSON.stringify(found));
});
