import { expect, test } from "vitest";
import { LastUsed } from "./last-used";

test("the least recently used value is dropped", () => {
  const kept = new LastUsed<string, number>(2);
  kept.set("a", 1);
  kept.set("b", 2);
  expect(kept.get("a")).toBe(1);
  kept.set("c", 3);
  expect([kept.get("a"), kept.get("b"), kept.get("c")]).toEqual([1, undefined, 3]);
});
