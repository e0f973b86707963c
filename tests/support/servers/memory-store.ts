import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import type { FileStore } from "@/backend/store/store";

/** A file store in memory: the smallest implementation of the file store's interface. */
export function memoryStore(): FileStore {
  const kept = new Map<string, { bytes: Buffer; at: Date }>();

  async function* bytesOf(id: string, start: number, end: number): AsyncGenerator<Buffer> {
    const found = kept.get(id);
    if (!found) throw new Error(`no bytes of ${id}`);
    yield found.bytes.subarray(start, end + 1);
  }

  return {
    put: async (id, path) => {
      kept.set(id, { bytes: await readFile(path), at: new Date() });
    },
    open: (id, { start, end } = { start: 0, end: Number.POSITIVE_INFINITY }) =>
      Readable.from(bytesOf(id, start, end), { objectMode: false }),
    size: async (id) => kept.get(id)?.bytes.length ?? null,
    remove: async (ids) => {
      for (const id of ids) kept.delete(id);
    },
    room: async () => Number.POSITIVE_INFINITY,
    works: async () => {},
    list: async (before) => [...kept].flatMap(([id, { at }]) => (at < before ? [id] : [])),
  };
}
