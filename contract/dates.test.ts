import { expect, test } from "vitest";
import { dateFormat } from "./dates";
import { type Language, listIn } from "./languages";

const FIRST = new Date("2027-01-01T12:00:00Z");
const LAST = new Date("2027-03-03T12:00:00Z");
const DAY = { weekday: "long", day: "numeric", month: "long" } as const;

test.each<[Language, Intl.DateTimeFormatOptions, string]>([
  ["it", { dateStyle: "long" }, "1º gennaio 2027"],
  ["it", { dateStyle: "full" }, "venerdì 1º gennaio 2027"],
  ["it", DAY, "venerdì 1º gennaio"],
  ["it", { day: "numeric", month: "short" }, "1 gen"],
  ["it", { dateStyle: "short" }, "01/01/27"],
  ["en", { dateStyle: "long" }, "1 January 2027"],
])("in %s the first day of a month has the format %j and is %s", (language, options, words) => {
  expect(dateFormat(language, { timeZone: "UTC", ...options }).format(FIRST)).toBe(words);
});

test("other days of the month are numbers, and a date range contains both forms", () => {
  const format = dateFormat("it", { timeZone: "UTC", day: "numeric", month: "long" });
  expect(format.format(LAST)).toBe("3 marzo");
  expect(format.formatRange(FIRST, LAST)).toMatch(/^1º gennaio\s?–\s?3 marzo$/);
});

test.each<[Language, string]>([
  ["it", ".avi, .3gp o .mov"],
  ["en", ".avi, .3gp or .mov"],
])("in %s a list of items is written as %s", (language, words) => {
  expect(listIn(language, [".avi", ".3gp", ".mov"], "disjunction")).toBe(words);
});
