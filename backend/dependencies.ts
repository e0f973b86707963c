import type { Logger } from "pino";
import type { ErrorCode } from "@/contract/errors";
import type { BackendConfig } from "./config";
import type { Database } from "./db/connect";
import type { Store } from "./store/store";

/** Everything the back end depends on, passed in from outside: no module holds state of its own. */
export type Dependencies = {
  db: Database;
  config: BackendConfig;
  /** Where the bytes of accepted files are kept. */
  store: Store;
  /** The clock that decides deadlines and expiries: the database's, on every node. */
  now: () => Date;
  /** Milliseconds this machine's own clock is ahead of it; null while that is not known. */
  clockOff: () => number | null;
  log: Logger;
  /** Counts what happens, for GET /api/metrics. */
  counts: Counts;
  /** Tells the mail worker that the outbox has something new. */
  wakeMail: () => void;
};

/**
 * What is counted, by names and codes of closed lists alone: there are as many series on the last evening as in a
 * quiet night, and none is about a person.
 */
export type Counts = {
  request: (endpoint: string, status: number, seconds: number) => void;
  saveRefused: (code: ErrorCode) => void;
  upload: (verdict: ErrorCode | "accepted") => void;
};
