import { expect, test } from "vitest";
import { isChunkError, mayReload } from "./chunk-reload";

function memory() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

test("a reload is allowed once per minute", () => {
  const storage = memory();
  expect(mayReload(storage, 1_000_000)).toBe(true);
  expect(mayReload(storage, 1_059_999)).toBe(false);
  expect(mayReload(storage, 1_060_000)).toBe(true);
});

test("only a chunk that fails to load is a chunk error", () => {
  const chunk = Object.assign(new Error("x"), { name: "ChunkLoadError" });
  expect(isChunkError(chunk)).toBe(true);
  expect(isChunkError(new Error("Failed to load chunk /_next/static/a.js"))).toBe(true);
  expect(isChunkError(new Error("save failed"))).toBe(false);
});
