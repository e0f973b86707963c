import { beforeEach, expect, test, vi } from "vitest";
import { lastGood, noteContent, orLastGood } from "./last-good";

const down = () => Promise.reject(new Error("down"));
const AT = 1_000_000;

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  noteContent(true);
});

test("a failed read returns what the same read last returned, and no other", async () => {
  expect(await orLastGood("a", async () => ["good"], AT)).toEqual(["good"]);
  expect(await orLastGood("a", down, AT)).toEqual(["good"]);
  await expect(orLastGood("b", down, AT)).rejects.toThrow("down");
});

test("after a failure the next reads do not wait, for 15 s, or until one succeeds", async () => {
  const read = vi.fn(async () => "new");
  await orLastGood("c", async () => "old", AT);
  noteContent(false, AT);
  expect(await orLastGood("c", read, AT + 14_999)).toBe("old");
  expect(read).not.toHaveBeenCalled();
  expect(await orLastGood("c", read, AT + 15_000)).toBe("new");
  noteContent(false, AT);
  noteContent(true, AT + 1);
  await orLastGood("c", read, AT + 2);
  expect(read).toHaveBeenCalledTimes(2);
  // A value that was never read is requested even during the pause after a failure, because no earlier result exists.
  noteContent(false, AT);
  expect(await orLastGood("d", read, AT + 1)).toBe("new");
});

test("a preview reuses the last answer of a read", async () => {
  await orLastGood("e", async () => "kept", AT);
  await orLastGood("e", async () => "newer", AT);
  expect(lastGood("e")).toBe("newer");
  expect(lastGood("f")).toBeUndefined();
});
