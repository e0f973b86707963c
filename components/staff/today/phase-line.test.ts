import { expect, test } from "vitest";
import { inLanguages } from "@/tests/support/in-languages";
import { leapPart, phasesOf } from "./phase-line";

const EDITION = {
  ...({ year: 2026, state: "open", graceMinutes: 15 } as const),
  ...{ opensAt: "2026-06-30T22:00:00.000Z", closesAt: "2026-12-31T23:00:00.000Z" },
  evaluationOpensAt: "2026-11-30T23:00:00.000Z",
  ...{ evaluationClosesAt: "2027-03-03T23:00:00.000Z", awardedAt: "2027-03-15T23:00:00.000Z" },
};

test("the two parts of a leap meet on its parabola at the current time", () => {
  const { phases } = phasesOf(EDITION, new Date("2026-12-31T20:40:00.000Z"));
  for (const phase of phases) {
    const size = { width: 1000, height: 100 };
    const [past, future] = [
      leapPart(phase, [0, phase.done], size),
      leapPart(phase, [phase.done, 1], size),
    ];
    expect(future.slice(1, future.indexOf("Q"))).toBe(past.split(" ").slice(-2).join(" "));
  }
  const half = leapPart({ from: 0, to: 1, apex: 1 }, [0, 0.5], { width: 100, height: 100 });
  expect(half).toBe("M0 100Q25 0 50 0");
});

test("a round that could not open does not run, although its dates have begun", () => {
  const round = {
    ...{ number: 2, names: inLanguages("Seconda lettura", "Second reading"), weight: null },
    ...({ stage: "semifinalist", final: false } as const),
    ...{ opens: "2026-11-30T23:00:00.000Z", closes: "2027-01-31T23:00:00.000Z" },
  };
  const now = new Date("2026-12-31T20:40:00.000Z");
  const doneOf = (one: typeof round & { obstacles?: ["no_jury"] }) =>
    phasesOf(EDITION, now, { rounds: [one] }).phases.find(({ name }) => name === "evaluation")
      ?.done;
  expect(doneOf(round)).toBeCloseTo(0.5);
  expect(doneOf({ ...round, obstacles: ["no_jury"] })).toBe(0);
});
