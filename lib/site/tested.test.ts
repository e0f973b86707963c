import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import axe from "axe-core";
import type { TestCase, TestResult } from "playwright/types/testReporter";
import { describe, expect, test } from "vitest";
import { LANGUAGES, loadPerLanguage } from "@/contract/languages";
import { everyLook, type Look, STATES, statementOf } from "@/tests/support/browser/looks";
import StatementReporter, { LOOKED } from "@/tests/support/browser/statement";
import { testFolder } from "@/tests/support/folder";
import tested from "./tested.json";

test("the accessibility statement matches the audits of the browser tests", () => {
  const now = statementOf(everyLook(axe.version), tested.on);
  expect(tested, "run `npm run e2e -- pages.spec.ts states.spec.ts`, which writes it").toEqual(now);
  expect(tested.on).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});

describe("incomplete audit runs", () => {
  const whole = everyLook(axe.version);

  test("a run without a page, state, width, or language gives no statement", () => {
    expect(statementOf(whole, "2026-11-25")).not.toBeNull();
    for (const left of whole)
      expect(
        statementOf(
          whole.filter((look) => look !== left),
          "2026-11-25",
        ),
      ).toBeNull();
  });

  test("a run with two versions of axe gives no statement", () => {
    const [first, ...rest] = whole;
    expect(first && statementOf([...rest, { ...first, axe: "4.1.0" }], "2026-11-25")).toBeNull();
    expect(statementOf([], "2026-11-25")).toBeNull();
  });
});

describe("the statement file of a browser test run", () => {
  const old = { ...tested, on: "2026-01-01", pages: tested.pages - 1 };
  const whole = everyLook(axe.version);

  /**
   * Returns the content of the statement file that the reporter writes after the checks `looks`. Each check is reported
   * as one test with the given status.
   */
  async function writtenAfter(looks: readonly Look[], status: TestResult["status"] = "passed") {
    const file = join(await testFolder("statement"), "tested.json");
    writeFileSync(file, JSON.stringify(old));
    const reporter = new StatementReporter({ file });
    for (const look of looks) {
      const annotations = [{ type: LOOKED, description: JSON.stringify(look) }];
      reporter.onTestEnd({} as TestCase, { status, annotations } as unknown as TestResult);
    }
    reporter.onEnd();
    return JSON.parse(readFileSync(file, "utf8"));
  }

  test("a complete run writes its audits and its day to the statement file", async () => {
    const today = new Date().toISOString().slice(0, 10);
    expect(await writtenAfter(whole)).toEqual({ ...tested, on: today });
  });

  test("an incomplete or failed run leaves the statement file unchanged", async () => {
    expect(await writtenAfter(whole.slice(1))).toEqual(old);
    expect(await writtenAfter(whole, "failed")).toEqual(old);
  });
});

test("every audited state has a name in each language", async () => {
  const words = await loadPerLanguage(
    async (language) => (await import(`../../messages/${language}.json`)).default,
  );
  for (const language of LANGUAGES)
    expect(Object.keys(words[language].policy.state)).toEqual([...STATES]);
});
