import { expect, test } from "vitest";
import { countdownAt } from "./countdown";

// An edition whose call is open from 1 July to 30 September 2026 in Rome, both days included.
const edition = {
  year: 2026,
  opensAt: "2026-06-30T22:00:00Z",
  closesAt: "2026-09-30T22:00:00Z",
};
const at = (instant: string) => countdownAt(edition, Date.parse(instant));

test("the countdown is zero before the edition opens", () => {
  expect(at("2026-06-30T21:59:59Z").state).toBe("not_yet_open");
});

test("whole days and hours are counted, never rounded up", () => {
  expect(at("2026-08-20T15:30:00Z")).toEqual({ state: "open", days: 41, hours: 6, minutes: 30 });
});

test("the last day is counted in hours", () => {
  expect(at("2026-09-30T21:30:00Z")).toEqual({ state: "open", days: 0, hours: 0, minutes: 30 });
});

test("an edition is closed at its closing instant", () => {
  expect(at("2026-09-30T22:00:00Z").state).toBe("closed");
});
