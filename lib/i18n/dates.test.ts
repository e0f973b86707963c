import { expect, test } from "vitest";
import { datesIn } from "./dates";

const at = new Date("2027-01-28T17:00:00Z");
const end = new Date("2027-01-28T18:30:00Z");
const day = { day: "numeric", month: "long" } as const;
const hours = { hour: "2-digit", minute: "2-digit" } as const;

test("dates are Rome's, written as Italians and the British do", () => {
  expect(datesIn("it").date(at, day)).toBe("28 gennaio");
  expect(datesIn("en").date(at, day)).toBe("28 January");
  expect(datesIn("it").range(at, end, hours)).toMatch(/^18:00\s?[-–]\s?19:30$/);
  expect(datesIn("en").range(at, end, hours)).toMatch(/^18:00\s?[-–]\s?19:30$/);
});
