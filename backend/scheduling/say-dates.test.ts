import { expect, test } from "vitest";
import { romeDayEnd, romeInstant, romeMidnight } from "@/contract/deadline";
import { lastDayWords, openingWords, untilWords } from "./say-dates";

test("an end is written as its last day, or as its time", () => {
  expect(untilWords(romeDayEnd("2027-01-01"))).toBe("through 1 January 2027");
  expect(lastDayWords(romeDayEnd("2027-03-28"))).toBe("last day 28 March 2027");
  expect(lastDayWords(romeInstant("2027-10-07T18:30"))).toBe("until 18:30 on 7 October 2027");
});

test("a beginning is written as its day, or as its time", () => {
  expect(openingWords(romeMidnight("2026-07-01"))).toBe("1 July 2026");
  expect(openingWords(romeInstant("2026-07-01T09:00"))).toBe("09:00 on 1 July 2026");
});
