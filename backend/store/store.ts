import type { Readable } from "node:stream";

/** Bytes from `start` to `end`, both included. */
export type ByteRange = { start: number; end: number };

/**
 * Where the bytes of accepted files are kept, each file's under its id. Nothing else in the back end
 * knows that place: another one is one file with these verbs, opened in `open-store.ts`.
 */
export type Store = {
  /**
   * Keeps the bytes of a file of this machine, which itself stays where it is. Once it resolves they
   * survive a loss of power. Doing it again changes nothing.
   */
  put: (id: string, path: string) => Promise<void>;
  /** The bytes as a stream, which reads when it is read and fails when there are none. */
  open: (id: string, range?: ByteRange) => Readable;
  /** How many bytes there are; null when the store has none under this id. */
  size: (id: string) => Promise<number | null>;
  /** Forgets the bytes of all these; those that are not there are forgotten already. */
  remove: (ids: readonly string[]) => Promise<void>;
  /** How many bytes it has room for, not counting what has to stay free; Infinity where nothing is counted. */
  room: () => Promise<number>;
  /** Throws when it cannot be reached, or takes no bytes. */
  works: () => Promise<void>;
  /** The ids of what was put before an instant: a sweep looks for those that no row knows. */
  list: (before: Date) => Promise<string[]>;
};
