import { expect, test } from "vitest";
import { configuredEdition } from "./edition";

test("without configured dates the call is open for 41 days, today included", () => {
  expect(configuredEdition(new Date("2026-11-21T12:00:00Z"))).toEqual({
    year: 2026,
    opensAt: "2026-06-30T22:00:00.000Z",
    closesAt: "2026-12-31T23:00:00.000Z",
  });
});

test("the demo is already open before July", () => {
  const { opensAt } = configuredEdition(new Date("2026-03-10T12:00:00Z"));
  expect(opensAt).toBe("2026-03-09T23:00:00.000Z");
});
