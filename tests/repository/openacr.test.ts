import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LIMIT, readAccessibilityReport } from "@/backend/documents/accessibility-statement";

/*
 * Checks the accessibility report. It contains each WCAG 2.2 A and AA criterion once, with the proof that the stated
 * level of support requires.
 */

const root = join(import.meta.dirname, "../..");
const report = await readAccessibilityReport();

/** The criteria of each WCAG 2.2 level. WCAG 2.2 no longer contains 4.1.1, but the report's catalog does. */
const WCAG = {
  success_criteria_level_a:
    "1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.1 4.1.2",
  success_criteria_level_aa:
    "1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3",
};
/** The chapters of EN 301 549 in the report's catalog: 9, 10, 11, and 12. */
const CHAPTERS = [
  "en_301_549_web",
  "en_301_549_non-web-documents",
  "en_301_549_software",
  "en_301_549_documentation_and_support_services",
];

/** The criteria about sets of web pages, which EN 301 549 does not apply to documents. */
const WEB_ONLY = ["2.4.1", "2.4.5", "3.2.3", "3.2.4", "3.2.6"];

test.each(Object.entries(WCAG))(
  "each criterion of %s has one line for the web, and one for the PDFs",
  (chapter, nums) => {
    const criteria = report.chapters[chapter]?.criteria ?? [];
    expect(criteria.map(({ num }) => num)).toEqual(nums.split(" "));
    for (const { num, components } of criteria)
      expect(
        components.map(({ name }) => name),
        num,
      ).toEqual(WEB_ONLY.includes(num) ? ["web"] : ["web", "electronic-docs"]);
  },
);

test("the chapters 9 to 12 of EN 301 549 have criteria or a note, and no criterion twice", () => {
  for (const id of CHAPTERS) {
    const chapter = report.chapters[id];
    expect(Boolean(chapter?.criteria.length || chapter?.notes), id).toBe(true);
    const nums = chapter?.criteria.map(({ num }) => num);
    expect(new Set(nums).size, id).toBe(nums?.length);
  }
});

const adherences = Object.values(report.chapters).flatMap(({ criteria }) =>
  criteria.flatMap(({ num, components }) =>
    components.map(({ name, adherence }) => ({ num, name, ...adherence })),
  ),
);

test.each(adherences)("$num, $name: $level has its proof", ({ level, notes }) => {
  const files = [...notes.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file);
  for (const file of files) {
    expect(file).toMatch(/\.(?:test|spec)\.tsx?$/);
    expect(existsSync(join(root, file)), file).toBe(true);
  }
  const walks = [...notes.matchAll(/Walk of \d{4}-\d{2}-\d{2}/g)].map(([walk]) => walk);
  for (const walk of walks) expect(report.evaluation_methods_used).toContain(`${walk}:`);
  if (level === "supports") expect(files.length + walks.length).toBeGreaterThan(0);
  const isLimited = level === "partially-supports" || level === "does-not-support";
  expect(LIMIT.test(notes)).toBe(isLimited);
});

test("no limit is past its day when the report is reviewed", () => {
  const days = adherences.flatMap(({ notes }) => LIMIT.exec(notes)?.[2] ?? []);
  expect(days.filter((day) => day <= report.last_modified_date)).toEqual([]);
});
