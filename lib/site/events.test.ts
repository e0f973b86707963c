import { expect, test } from "vitest";
import { byMonth, byTime, eventTimes, isOneDay, timeline } from "./events";

const iso = (meta: Record<string, string>) => eventTimes(meta)?.startsAt.toISOString();

test("a time without an offset is Rome time in summer and in winter", () => {
  expect(iso({ starts_at: "2027-01-28T18:00" })).toBe("2027-01-28T17:00:00.000Z");
  expect(iso({ starts_at: "2027-06-24T18:00" })).toBe("2027-06-24T16:00:00.000Z");
  expect(iso({ starts_at: "2027-06-24T18:00:00+01:00" })).toBe("2027-06-24T17:00:00.000Z");
  expect(iso({ starts_at: "2027-06-24T16:00:00Z" })).toBe("2027-06-24T16:00:00.000Z");
});

test("an event without a readable start has no times", () => {
  expect(eventTimes({})).toBeNull();
  expect(eventTimes({ starts_at: "presto" })).toBeNull();
  expect(eventTimes({ starts_at: "2027-02-31T18:00" })).toBeNull();
});

test("a date without a time is the whole day in Rome, including the last day", () => {
  const times = eventTimes({ starts_at: "2027-03-27", ends_at: "2027-03-28" });
  expect(times).toMatchObject({ allDay: true });
  // The clocks change in the night between the two days, so the two days have 47 hours.
  expect((times!.endsAt.getTime() - times!.startsAt.getTime()) / 3_600_000).toBe(47);
  expect(isOneDay(times!)).toBe(false);
  expect(isOneDay(eventTimes({ starts_at: "2027-03-27" })!)).toBe(true);
});

test("an event is past after its end, not after its start", () => {
  const event = (starts_at: string, ends_at = "") => ({ meta: { starts_at, ends_at } });
  const now = new Date("2027-01-28T17:30:00Z");
  const { coming, past } = byTime(
    [
      event("2027-03-01T10:00"),
      event("2027-01-28T18:00", "2027-01-28T19:30"),
      event("2026-09-11T18:00"),
      event("2026-12-10T18:00"),
      event(""),
    ],
    now,
  );
  expect(coming.map(({ event }) => event.meta.starts_at)).toEqual([
    "2027-01-28T18:00",
    "2027-03-01T10:00",
    "",
  ]);
  expect(past.map(({ event }) => event.meta.starts_at)).toEqual([
    "2026-12-10T18:00",
    "2026-09-11T18:00",
  ]);
});

test("events of one Rome month form a group, and undated events form the last group", () => {
  const { coming } = byTime(
    ["2027-02-01T00:30", "2027-01-31T23:30", "", "2027-02-20"].map((starts_at) => ({
      meta: { starts_at },
    })),
    new Date("2026-12-01T12:00:00Z"),
  );
  expect(
    byMonth(coming).map(({ month, events }) => [
      month,
      events.map(({ event }) => event.meta.starts_at),
    ]),
  ).toEqual([
    ["2027-01", ["2027-01-31T23:30"]],
    ["2027-02", ["2027-02-01T00:30", "2027-02-20"]],
    ["", [""]],
  ]);
});

test("the line of events has whole months, and an event near another one is above it", () => {
  const starts = ["2027-01-16T12:00", "2027-02-14T23:00", "2027-02-16T12:00"];
  const events = starts.map((starts_at) => ({ times: eventTimes({ starts_at }) }));
  const { months, days } = timeline([...events, { times: null }]);
  expect(months.map(({ x }) => x)).toEqual([0, 31 / 59]);
  expect(days.map(({ x, level }) => [Number((x * 59).toFixed(2)), level])).toEqual([
    [15.5, 0],
    [44.96, 0],
    [46.5, 1],
  ]);
  expect(timeline([{ times: null }])).toEqual({ months: [], days: [] });
});
