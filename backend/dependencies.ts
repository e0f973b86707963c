import type { Logger } from "pino";
import type { ErrorCode } from "@/contract/errors";
import type { SenderDomain } from "@/contract/staff/mails";
import type { BackendConfig } from "./config";
import type { Database } from "./db/connect";
import type { FileStore } from "./store/store";

/** Everything the back end depends on, passed in from outside, so that no module has its own state. */
export type Dependencies = {
  db: Database;
  config: BackendConfig;
  /** The file store, which keeps the bytes of accepted files. */
  store: FileStore;
  /** Returns the time for deadlines and expiries: the database's time, in every instance. */
  now: () => Date;
  /** Returns by how many milliseconds this machine's clock is ahead of the database's; null if unknown. */
  clockOff: () => number | null;
  /** Returns the last known DNS records of the sender domain without waiting; null before the first answer. */
  senderDomain: () => SenderDomain | null;
  log: Logger;
  /** Counts events for GET /api/metrics. */
  counts: Counts;
  /** Notifies the mail worker of new mails in the outbox. */
  notifyMailWorker: () => void;
};

/**
 * Event counters, labeled only with names and codes from closed lists. So the number of series does not grow with use, and no
 * series is about a person.
 */
export type Counts = {
  request: (endpoint: string, status: number, seconds: number) => void;
  saveRefused: (code: ErrorCode) => void;
  upload: (verdict: ErrorCode | "accepted") => void;
};
