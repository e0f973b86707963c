import { describe, expect, test } from "vitest";
import {
  closingMoment,
  editionState,
  GRACE_MINUTES,
  isPastDeadline,
  romeDay,
  romeDayEnd,
  romeInstant,
  romeMidnight,
  romeOffset,
  romeSecond,
  romeTime,
} from "./deadline";

const HOUR = 3_600_000;

describe("time in Rome", () => {
  test.each([
    ["2027-01-15T12:00:00.000Z", 1],
    ["2027-07-15T12:00:00.000Z", 2],
    ["2027-03-28T00:59:59.999Z", 1],
    ["2027-03-28T01:00:00.000Z", 2],
    ["2027-10-31T00:59:59.999Z", 2],
    ["2027-10-31T01:00:00.000Z", 1],
  ])("at %s Rome is %i hours ahead of UTC", (instant, hours) => {
    expect(romeOffset(Date.parse(instant))).toBe(hours * HOUR);
  });

  test("an instant is formatted for spreadsheets and cut to the minute and the day", () => {
    const instant = new Date("2024-09-30T22:05:09.999Z");
    expect(romeSecond(instant)).toBe("2024-10-01 00:05:09");
    expect(romeTime(instant)).toBe("2024-10-01 00:05");
    expect(romeDay(instant)).toBe("2024-10-01");
  });
});

describe("a day in Rome", () => {
  test("a day in Rome begins and ends at midnight in Rome, including the closing day", () => {
    expect(romeDayEnd("2024-09-30").toISOString()).toBe("2024-09-30T22:00:00.000Z");
    expect(romeMidnight("2026-01-01").toISOString()).toBe("2025-12-31T23:00:00.000Z");
  });

  test("a day with a change of summer time ends at midnight in Rome", () => {
    expect(romeDayEnd("2027-03-28").toISOString()).toBe("2027-03-28T22:00:00.000Z");
    expect(romeMidnight("2027-03-28").toISOString()).toBe("2027-03-27T23:00:00.000Z");
    expect(romeMidnight("2027-10-31").toISOString()).toBe("2027-10-30T22:00:00.000Z");
    expect(romeDayEnd("2027-10-31").toISOString()).toBe("2027-10-31T23:00:00.000Z");
  });

  test.each(["2027-02-30", "2027-13-01", "2027-1-1", "2027-01-011", "12027-01-01", "x", ""])(
    "%j is no day in Rome",
    (date) => {
      expect(() => romeMidnight(date)).toThrow(new RangeError(`not a date: ${date}`));
    },
  );
});

describe("a date-time in Rome", () => {
  test.each([
    ["2026-05-31T18:30", "2026-05-31T16:30:00.000Z"],
    ["2026-05-31T18:30:59", "2026-05-31T16:30:00.000Z"],
    ["2026-05-31", "2026-05-30T22:00:00.000Z"],
    ["2026-12-01T00:01", "2026-11-30T23:01:00.000Z"],
    ["2026-12-01T23:59", "2026-12-01T22:59:00.000Z"],
    ["2027-03-28T01:59", "2027-03-28T00:59:00.000Z"],
    ["2027-03-28T12:00", "2027-03-28T10:00:00.000Z"],
    ["2027-10-31T01:00", "2027-10-30T23:00:00.000Z"],
    ["2027-10-31T12:00", "2027-10-31T11:00:00.000Z"],
  ])("the Rome time %s is %s", (local, instant) => {
    expect(romeInstant(local).toISOString()).toBe(instant);
  });

  test.each(["24:00", "12:60", "1:00", "012:00", "12:000", "12:00:60", "12:00:000", ""])(
    "%j is no time in Rome",
    (time) => {
      const local = `2026-05-31T${time}`;
      expect(() => romeInstant(local)).toThrow(new RangeError(`not a time: ${local}`));
    },
  );

  test("a time on an invalid day is refused", () => {
    expect(() => romeInstant("T12:00")).toThrow(new RangeError("not a date: "));
  });
});

describe("a displayed deadline", () => {
  test.each([
    // A deadline at midnight is shown as 24:00 of the previous day.
    ["2026-09-30T22:00:00.000Z", "24:00", "2026-09-30T21:59:59.999Z"],
    // Staff can close an edition at any second. A deadline half a minute after midnight is still shown as 24:00 of the
    // previous day.
    ["2026-09-30T22:00:30.000Z", "24:00", "2026-09-30T21:59:59.999Z"],
    ["2026-09-30T22:01:00.000Z", "00:01", "2026-09-30T22:01:00.000Z"],
    ["2026-12-01T11:30:00.000Z", "12:30", "2026-12-01T11:30:00.000Z"],
  ])("the deadline %s is displayed as %s", (closesAt, time, lastDay) => {
    const said = closingMoment(new Date(closesAt));
    expect([said.time, said.lastDay.toISOString()]).toEqual([time, lastDay]);
  });
});

test("nothing is accepted after the deadline and the grace period", () => {
  const closesAt = new Date("2024-09-30T22:00:00Z");
  expect(GRACE_MINUTES).toBe(15);
  expect(isPastDeadline(closesAt, new Date("2024-09-30T22:14:59.999Z"), 15)).toBe(false);
  expect(isPastDeadline(closesAt, new Date("2024-09-30T22:15:00Z"), 15)).toBe(true);
  expect(isPastDeadline(closesAt, closesAt, 0)).toBe(true);
});

describe("an edition", () => {
  const dates = { opensAt: romeMidnight("2024-07-01"), closesAt: romeDayEnd("2024-09-30") };
  const awarded = { ...dates, awardedAt: new Date("2024-12-10T00:00:00Z") };

  test.each([
    ["2024-06-30T21:59:59.999Z", "not_yet_open", "not_yet_open"],
    ["2024-06-30T22:00:00.000Z", "open", "open"],
    ["2024-09-30T21:59:59.999Z", "open", "open"],
    ["2024-09-30T22:00:00.000Z", "closed", "closed"],
    ["2024-12-09T23:59:59.999Z", "closed", "closed"],
    ["2024-12-10T00:00:00.000Z", "closed", "awarded"],
  ])("an edition at %s is %s, or %s if it is awarded", (at, without, withAward) => {
    const now = new Date(at);
    expect(editionState(dates, now)).toBe(without);
    expect(editionState({ ...dates, awardedAt: null }, now)).toBe(without);
    expect(editionState(awarded, now)).toBe(withAward);
  });
});
