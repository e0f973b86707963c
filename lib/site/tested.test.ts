import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { LANGUAGES, loadPerLanguage } from "@/contract/languages";
import { everyLook, STATES, statementOf } from "@/tests/support/browser/looks";
import tested from "./tested.json";

/** The axe that the browser tests run. */
const { version } = createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright"))(
  "axe-core/package.json",
) as { version: string };

test("the accessibility statement says what the browser tests look at", () => {
  const now = statementOf(everyLook(version), tested.on);
  expect(tested, "run `npm run e2e -- pages.spec.ts states.spec.ts`, which writes it").toEqual(now);
  expect(tested.on).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});

describe("a run states nothing", () => {
  const whole = everyLook(version);

  test("if it left out any page, state, width or language", () => {
    expect(statementOf(whole, "2026-11-25")).not.toBeNull();
    for (const left of whole)
      expect(
        statementOf(
          whole.filter((look) => look !== left),
          "2026-11-25",
        ),
      ).toBeNull();
  });

  test("if two axes looked", () => {
    const [first, ...rest] = whole;
    expect(first && statementOf([...rest, { ...first, axe: "4.1.0" }], "2026-11-25")).toBeNull();
    expect(statementOf([], "2026-11-25")).toBeNull();
  });
});

test("every state that is looked at has a name in each language", async () => {
  const words = await loadPerLanguage(
    async (language) => (await import(`../../messages/${language}.json`)).default,
  );
  for (const language of LANGUAGES)
    expect(Object.keys(words[language].policy.state)).toEqual([...STATES]);
});
