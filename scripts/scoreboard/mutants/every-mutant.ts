import { writeFileSync } from "node:fs";
import { test, vi } from "vitest";

/*
 * Every mutant in turn, in one process. The modules are read again for each, so that what they reckon as they are read
 * is a mutant's, too.
 */

type Switch = { activeMutant?: string; hitCount: number; hitLimit: number };
/** Passes of one mutant's line: more is a loop that does not end. */
const PASSES = 300_000;

const { MUTANT_TESTS = "", MUTANT_IDS = "", MUTANT_REPORT = "" } = process.env;
const place = globalThis as unknown as { __stryker__: Switch };

/** Whether a test fails while a mutant is switched on. */
async function isNoticed(id: string | undefined): Promise<string | null> {
  vi.resetModules();
  place.__stryker__ = { activeMutant: id, hitCount: 0, hitLimit: PASSES };
  try {
    for (const file of MUTANT_TESTS.split(",")) {
      globalThis.mutantTests = [];
      await import(/* @vite-ignore */ `/${file}`);
      for (const run of globalThis.mutantTests) await run();
    }
    return null;
  } catch (error) {
    return String(error);
  }
}

test("every mutant", async () => {
  const trouble = await isNoticed(undefined);
  if (trouble) throw new Error(`the tests fail without any mutant: ${trouble}`);
  const noticed: string[] = [];
  for (const id of MUTANT_IDS.split(",")) if (await isNoticed(id)) noticed.push(id);
  writeFileSync(MUTANT_REPORT, JSON.stringify(noticed));
});
