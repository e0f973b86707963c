import { after, type Change, edits, instead } from "../scratch";

/** Recipe: adds a file store that keeps files in memory. */
export const store: Change = {
  "backend/store/shelf.ts": `import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import type { FileStore } from "./store";

export const SHELF = new Map<string, { bytes: Buffer; at: Date }>();

/** A store that keeps files in memory. */
export function shelfStore(): FileStore {
  return {
    put: async (id, path) => void SHELF.set(id, { bytes: await readFile(path), at: new Date() }),
    open: (id, { start, end } = { start: 0, end: Number.POSITIVE_INFINITY }) => {
      const found = SHELF.get(id);
      if (!found) throw new Error(id);
      return Readable.from([found.bytes.subarray(start, end + 1)], { objectMode: false });
    },
    size: async (id) => SHELF.get(id)?.bytes.length ?? null,
    remove: async (ids) => {
      for (const id of ids) SHELF.delete(id);
    },
    room: async () => Number.POSITIVE_INFINITY,
    works: async () => {},
    list: async (before) => [...SHELF].flatMap(([id, { at }]) => (at < before ? [id] : [])),
  };
}
`,
  "backend/store/open-store.ts": edits(
    after(`import { folderStore } from "./folder";\n`, `import { shelfStore } from "./shelf";\n`),
    instead("return folderStore(config.FILES_DIR, config);", "return shelfStore();"),
  ),
};
