import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { LANGUAGES } from "@/contract/languages";
import { ACCESSIBILITY_DAYS } from "@/contract/staff/data-requests";
import {
  accessibilityStatement,
  LIMIT,
  readAccessibilityReport,
  statementFile,
} from "./accessibility-statement";

const report = await readAccessibilityReport();
const limited = Object.values(report.chapters).flatMap(({ criteria }) =>
  criteria.filter(({ components }) =>
    components.some(({ adherence }) => LIMIT.test(adherence.notes)),
  ),
);

describe.each(LANGUAGES)("the accessibility statement (%s)", (language) => {
  test("the page is what the report generates", async () => {
    const text = await readFile(statementFile(language), "utf8");
    expect(text, "run `npm run documents`").toBe(await accessibilityStatement(report, language));
  });

  test("the statement has the sections of the national model, the answer's days and each limit", async () => {
    const text = await accessibilityStatement(report, language);
    expect(text.match(/^## /gm)).toHaveLength(6);
    expect(text).not.toMatch(/[{}]/);
    expect(text.match(new RegExp(`\\b${ACCESSIBILITY_DAYS} (?:giorni|days)`, "g"))).toHaveLength(2);
    expect(limited.length).toBeGreaterThan(0);
    for (const { num } of limited) expect(text).toContain(`**${num} `);
    expect(text.match(/^- \*\*[\d.]+ /gm)).toHaveLength(limited.length);
  });

  test("the state follows the levels: full, partial, or none if most criteria have limits", async () => {
    const stateWith = async (...levels: ("supports" | "partially-supports")[]) => {
      const criteria = levels.map((level, at) => ({
        num: `1.${at}`,
        components: [{ name: "web" as const, adherence: { level, notes: "-" } }],
      }));
      const text = await accessibilityStatement(
        { ...report, chapters: { a: { criteria } } },
        language,
      );
      return /\*\*([^*]+)\*\*/.exec(text)?.[1];
    };
    const states = [
      await stateWith("supports"),
      await stateWith("supports", "supports", "partially-supports"),
      await stateWith("supports", "partially-supports"),
    ];
    const words = parse(await readFile(`docs/accessibility/statement.${language}.yaml`, "utf8"));
    expect(states).toEqual([words.state.full, words.state.partial, words.state.none]);
  });

  test("a limit without a name stops the statement", async () => {
    const adherence = {
      level: "partially-supports" as const,
      notes: "Missing: x. Until 2027-01-01.",
    };
    const criteria = [{ num: "9.9", components: [{ name: "web" as const, adherence }] }];
    await expect(
      accessibilityStatement({ ...report, chapters: { a: { criteria } } }, language),
    ).rejects.toThrow("criterion 9.9");
  });
});
