import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { buildStep } from "@/scripts/launcher/build.mjs";
import { whileWaiting } from "@/scripts/launcher/report.mjs";
import { testFolder } from "../../tests/support/folder";

const folder = await testFolder("progress");

test("whileWaiting prints the progress until the work ends and returns the work's result", async () => {
  vi.useFakeTimers();
  const said = vi.spyOn(console, "log").mockImplementation(() => {});
  try {
    const ends = new Promise((resolve) => setTimeout(resolve, 25_000, "built"));
    const waited = whileWaiting(ends, () => "still building");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await waited).toBe("built");
    expect(said.mock.calls.map(([line]) => line)).toEqual([
      expect.stringContaining("still building"),
      expect.stringContaining("still building"),
    ]);
  } finally {
    said.mockRestore();
    vi.useRealTimers();
  }
});

test("buildStep reads the step from the log and assumes compiling without a step", () => {
  const log = join(folder, "build.log");
  expect(buildStep(log)).toContain("1 of 3");
  writeFileSync(log, "✓ Compiled successfully\n  Collecting page data using 1 worker ...\n");
  expect(buildStep(log)).toContain("2 of 3");
  writeFileSync(log, "  Collecting page data\n  Generating static pages using 1 worker (0/226)\n");
  expect(buildStep(log)).toContain("3 of 3");
});
