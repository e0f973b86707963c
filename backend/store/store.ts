import type { Readable } from "node:stream";

/** A byte range from `start` to `end`, both inclusive. */
export type ByteRange = { start: number; end: number };

/**
 * The file store, which keeps the bytes of accepted files by id. Only this module knows where they are. Another kind of store
 * is one file with these functions, opened in `open-store.ts`.
 */
export type FileStore = {
  /**
   * Stores a copy of a local file. After it resolves, the bytes survive a power failure. Repeating the call changes nothing.
   */
  put: (id: string, path: string) => Promise<void>;
  /** Opens the bytes as a lazy stream, which fails if there are none. */
  open: (id: string, range?: ByteRange) => Readable;
  /** Returns the number of bytes; null if the store has no file with this id. */
  size: (id: string) => Promise<number | null>;
  /** Deletes the bytes of all given ids. Ignores missing ones. */
  remove: (ids: readonly string[]) => Promise<void>;
  /** Returns the number of bytes that fit, without the reserve; Infinity if the store has no limit. */
  room: () => Promise<number>;
  /** Throws if the store is unreachable or cannot be written. */
  works: () => Promise<void>;
  /** Returns the ids of files stored before an instant, so that a sweep finds files without a row. */
  list: (before: Date) => Promise<string[]>;
};
