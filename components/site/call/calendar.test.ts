import { expect, test } from "vitest";
import { calendarOf, placeAt } from "./calendar";

const RULE = {
  year: 2024,
  opensAt: "2024-06-30T22:00:00.000Z",
  closesAt: "2024-09-30T22:00:00.000Z",
};

test("the default calendar is July to September, October and November, then December", () => {
  const { phases, ticks } = calendarOf(RULE);
  expect(phases.map(({ startsAt, endsAt }) => [startsAt, endsAt])).toEqual([
    ["2024-06-30T22:00:00.000Z", "2024-09-30T22:00:00.000Z"],
    ["2024-09-30T22:00:00.000Z", "2024-11-30T23:00:00.000Z"],
    ["2024-11-30T23:00:00.000Z", "2024-12-31T23:00:00.000Z"],
  ]);
  expect(ticks).toHaveLength(5);
  expect(phases[0]?.to).toBeCloseTo(92 / 184, 2);
});

test("a call that closes late is evaluated in the following months, across the year", () => {
  const { phases } = calendarOf({ ...RULE, closesAt: "2024-11-21T23:00:00.000Z" });
  expect(phases[1]?.endsAt).toBe("2025-01-31T23:00:00.000Z");
  expect(phases[2]?.endsAt).toBe("2025-02-28T23:00:00.000Z");
});

test("the calendar shows the back end's days, and the last leap keeps its minimum width", () => {
  const { phases } = calendarOf({
    year: 2026,
    opensAt: "2026-06-30T22:00:00.000Z",
    closesAt: "2027-01-01T23:00:00.000Z",
    evaluationClosesAt: "2027-03-03T23:00:00.000Z",
    awardedAt: "2027-03-15T23:00:00.000Z",
  });
  const said = phases.map(({ namedFrom, byDay, endsAt }) => [namedFrom, byDay, endsAt]);
  expect(said).toEqual([
    ["2026-06-30T22:00:00.000Z", true, "2027-01-01T23:00:00.000Z"],
    ["2027-01-01T23:00:00.000Z", true, "2027-03-03T23:00:00.000Z"],
    ["2027-03-15T23:00:00.000Z", true, "2027-03-31T22:00:00.000Z"],
  ]);
  const close = calendarOf({
    ...RULE,
    evaluationClosesAt: "2024-11-29T23:00:00.000Z",
    awardedAt: "2024-11-30T10:00:00.000Z",
  });
  expect(close.phases[2]?.endsAt).toBe("2024-12-31T23:00:00.000Z");
});

test("the ring waits on the line, follows the current leap, and stays at the last apex", () => {
  const calendar = calendarOf(RULE);
  expect(placeAt(calendar, Date.parse("2024-05-01"))).toEqual({ x: 0, y: 0 });
  const half = placeAt(calendar, Date.parse("2024-08-15T22:00:00Z"));
  expect(half.x).toBeCloseTo(0.25, 2);
  expect(half.y).toBeCloseTo(0.42, 2);
  expect(placeAt(calendar, Date.parse("2025-05-01")).y).toBe(1);
});
