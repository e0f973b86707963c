import { globSync, readFileSync } from "node:fs";
import { screen } from "@testing-library/react";
import { useFormatter, useTranslations } from "next-intl";
import { expect, test } from "vitest";
import { readConfig } from "@/backend/config";
import { numberWord } from "@/backend/documents/messages";
import { renderMail } from "@/backend/mail/render";
import { LANGUAGES } from "@/contract/languages";
import { numberFormat } from "@/contract/number-format";
import { inLanguages } from "./support/in-languages";
import { renderWithWords } from "./support/render";

/*
 * All pages and documents group the digits of numbers from 1,000. By default, Intl groups Italian numbers only from
 * 10,000.
 */

const GROUPED = inLanguages("3.000", "3,000");

function Numbers() {
  const t = useTranslations("staff.evaluators");
  const format = useFormatter();
  const texts = [
    format.number(3000),
    t("readOf", { read: 3000, projects: 3000 }),
    t("found", { count: 3000 }),
  ];
  return <p data-testid="numbers">{texts.join("|")}</p>;
}

test.each(LANGUAGES)("messages group four digits (%s)", (language) => {
  renderWithWords(<Numbers />, language);
  const texts = screen.getByTestId("numbers").textContent ?? "";
  expect(texts.split(GROUPED[language])).toHaveLength(5);
  expect(texts).not.toMatch(/\b3000\b/);
});

test.each(LANGUAGES)("documents and emails group four digits (%s)", (language) => {
  expect(numberFormat(language).format(3000)).toBe(GROUPED[language]);
  expect(numberWord(language, 3000)).toBe(GROUPED[language]);
  const config = readConfig({
    DATABASE_URL: "postgres://127.0.0.1/x",
    SMTP_URL: "smtp://127.0.0.1:1",
    SITE_URL: "https://slancio.example",
    TOKEN_SECRET: "a secret of the tests, long enough to be one",
  });
  const data = {
    ...{ first_name: "Ada", edition: "2026", projects: "3000", hours: "1500" },
    answer_by: "2026-09-20T22:00:00.000Z",
  };
  const { text } = renderMail({ template: "invitation", language, data }, config);
  expect(text).toContain(GROUPED[language]);
  expect(text).not.toMatch(/\b(3000|1500)\b/);
  expect(text).not.toMatch(/2[.,]026/);
});

/**
 * Source files that format numbers without grouping, because no person reads the numbers or because grouping would be
 * wrong.
 */
const WITHOUT = [
  "contract/number-format.ts",
  "lib/i18n/group-digits.ts",
  // CSV files contain numbers without grouping, because spreadsheets would interpret grouped digits as text.
  "backend/documents/csv.ts",
  // The module contract/content/numbers.ts parses numbers and uses only the decimal point.
  "contract/content/numbers.ts",
];

test("every number format groups its digits", () => {
  const files = globSync("{app,backend,components,contract,lib}/**/*.{ts,tsx}").filter(
    (file) => !/\.test\.tsx?$/.test(file) && !WITHOUT.includes(file),
  );
  expect(files.length).toBeGreaterThan(500);
  const own = files.filter((file) => /Intl\.NumberFormat\(/.test(readFileSync(file, "utf8")));
  expect(own).toEqual([]);
});
