import { expect, test, vi } from "vitest";
import { perProcess } from "./per-process";

test("bundles of one process share a value", async () => {
  const kept = perProcess("test", () => new Map([["a", 1]]));
  vi.resetModules();
  const { perProcess: ofAnotherBundle } = await import("./per-process");
  expect(ofAnotherBundle).not.toBe(perProcess);
  expect(ofAnotherBundle("test", () => new Map())).toBe(kept);
  expect(ofAnotherBundle("another test", () => new Map())).not.toBe(kept);
});
