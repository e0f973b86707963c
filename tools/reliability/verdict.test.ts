import { describe, expect, test } from "vitest";
import { judge } from "./verdict.mjs";

const tests = (passed: number, failed = 0, skipped = 0) => ({
  passed,
  failed,
  skipped,
  figure: "",
});
const part = (passed: boolean | null) => ({ figure: "1 ms", passed });

describe("a row", () => {
  test.each([
    ["yes", [tests(3)], []],
    ["yes", [], [part(true)]],
    ["yes", [tests(3), tests(1)], [part(true)]],
    ["**no**", [tests(3, 1)], []],
    ["**no**", [tests(3)], [part(false)]],
    ["**no**", [tests(2, 1, 4)], [part(null)]],
    ["**no**", [tests(0)], []],
    ["not run", [tests(0, 0, 4)], []],
    ["not run", [tests(3), tests(0, 0, 4)], []],
    ["not run", [tests(3, 0, 1)], []],
    ["not run", [tests(3)], [part(null)]],
  ])("a row has the verdict %s for %j and %j", (verdict, outcomes, verdicts) => {
    expect(judge(outcomes, verdicts).passed).toBe(verdict);
  });

  test("a row's figure has the number of skipped tests and the measurement of its part", () => {
    expect(judge([tests(3, 0, 2)], [part(true)]).figure).toBe(
      "3 tests pass, 0 fail, 2 are skipped; 1 ms",
    );
  });
});
