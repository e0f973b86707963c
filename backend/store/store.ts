import type { Readable } from "node:stream";

/** A byte range from `start` to `end`, both inclusive. */
export type ByteRange = { start: number; end: number };

/**
 * The file store, which keeps the bytes of accepted files by id. Only the store module knows where the bytes are. To
 * add a kind of store, add a file with these functions and open it in `open-store.ts`.
 */
export type FileStore = {
  /**
   * Stores a copy of a local file. After the promise resolves, the bytes survive a power failure. A second call with
   * the same id and file changes nothing.
   */
  put: (id: string, path: string) => Promise<void>;
  /** Opens a file's bytes as a lazy stream. The stream fails if the file is missing. */
  open: (id: string, range?: ByteRange) => Readable;
  /** Returns a file's size in bytes, or null if the store has no file with this id. */
  size: (id: string) => Promise<number | null>;
  /** Deletes the files with the given ids. Ignores missing files. */
  remove: (ids: readonly string[]) => Promise<void>;
  /**
   * Returns the number of free bytes beyond the reserve for the database and the logs, or Infinity if the store has no
   * limit.
   */
  room: () => Promise<number>;
  /** Throws if the file store is unreachable or not writable. */
  works: () => Promise<void>;
  /**
   * Returns the ids of files stored before an instant. The cleanup job uses these ids to find files without a database
   * row.
   */
  list: (before: Date) => Promise<string[]>;
};
