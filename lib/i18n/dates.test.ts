import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import { datesIn } from "./dates";

const at = new Date("2027-01-28T17:00:00Z");
const end = new Date("2027-01-28T18:30:00Z");
const day = { day: "numeric", month: "long" } as const;
const hours = { hour: "2-digit", minute: "2-digit" } as const;

test("dates are in Rome time, in Italian and British format", () => {
  expect(datesIn("it").date(at, day)).toBe("28\u00a0gennaio");
  expect(datesIn("en").date(at, day)).toBe("28\u00a0January");
  expect(datesIn("it").range(at, end, hours)).toMatch(/^18:00\s?[-–]\s?19:30$/);
  expect(datesIn("en").range(at, end, hours)).toMatch(/^18:00\s?[-–]\s?19:30$/);
});

test("day, month and year stay on one line, beside weekdays, hours and other days", () => {
  const { date, range } = datesIn("it");
  const first = new Date("2027-01-01T09:00:00Z");
  expect(date(first, { ...day, year: "numeric" })).toBe("1º\u00a0gennaio\u00a02027");
  expect(date(at, { dateStyle: "full" })).toBe("giovedì 28\u00a0gennaio\u00a02027");
  expect(date(at, { dateStyle: "long", timeStyle: "short" })).toBe(
    "28\u00a0gennaio\u00a02027 alle ore 18:00",
  );
  expect(date(at, { day: "numeric", month: "short", year: "numeric" })).toBe(
    "28\u00a0gen\u00a02027",
  );
  expect(range(first, at, { ...day, year: "numeric" })).toMatch(
    /^1º?\s?[-–]\s?28\u00a0gennaio\u00a02027$/,
  );
});

test.each(LANGUAGES)("the dates in the text of %s stay on one line too", (language) => {
  const months = Array.from({ length: 12 }, (_, month) =>
    datesIn(language).date(new Date(2026, month, 15), { month: "long" }),
  );
  const words: string = JSON.stringify(
    JSON.parse(readFileSync(`messages/${language}.json`, "utf8")),
  );
  expect(words).toMatch(new RegExp(`\\b\\d{1,2}º?\u00a0(?:${months.join("|")})\\b`));
  expect(words).not.toMatch(new RegExp(`\\b\\d{1,2}º? (?:${months.join("|")})\\b`));
});
