import { expect, test } from "vitest";
import { presetOf } from "./extend-fields";

const CLOSES = "2026-09-30T22:00:00.000Z";
const at = (now: string, deadline = CLOSES) => ({
  deadline,
  closesAt: CLOSES,
  now: Date.parse(now),
});

test("an hour and a day more count from the deadline while it is ahead", () => {
  const evening = at("2026-09-30T19:00:00.000Z");
  expect(presetOf("hour", evening)).toEqual({ day: "2026-10-01", hour: "01:00" });
  expect(presetOf("day", evening)).toEqual({ day: "2026-10-02", hour: "00:00" });
});

test("an hour more counts from the applicant's own extension, or from now if the deadline has passed", () => {
  const own = at("2026-09-30T19:00:00.000Z", "2026-10-01T08:00:00.000Z");
  expect(presetOf("hour", own)).toEqual({ day: "2026-10-01", hour: "11:00" });
  expect(presetOf("hour", at("2026-10-02T08:15:30.000Z"))).toEqual({
    day: "2026-10-02",
    hour: "11:15",
  });
});

test("noon of tomorrow is offered only if it is after the general deadline", () => {
  expect(presetOf("noon", at("2026-09-29T10:00:00.000Z"))).toBeNull();
  expect(presetOf("noon", at("2026-09-30T19:00:00.000Z"))).toEqual({
    day: "2026-10-01",
    hour: "12:00",
  });
});
