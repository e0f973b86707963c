import type { Logger } from "pino";
import type { ErrorCode } from "@/contract/errors";
import type { SenderDomain } from "@/contract/staff/mails";
import type { BackendConfig } from "./config";
import type { Database } from "./db/connect";
import type { FileStore } from "./store/store";

/** Everything the back end depends on, passed in as parameters, so that no module has global state. */
export type Dependencies = {
  db: Database;
  config: BackendConfig;
  /** The file store, which contains the bytes of accepted files. */
  store: FileStore;
  /** Returns the current time for deadlines and expiries. Every instance uses the database's time. */
  now: () => Date;
  /** Returns the milliseconds by which this machine's clock is ahead of the database's clock. Null if unknown. */
  clockOff: () => number | null;
  /**
   * Returns the last known DNS records of the email sender's domain without waiting. Null before the first DNS answer.
   */
  senderDomain: () => SenderDomain | null;
  log: Logger;
  /** Counts events for GET /api/metrics. */
  counts: Counts;
  /** Notifies the mail worker of new mails in the outbox. */
  notifyMailWorker: () => void;
};

/**
 * Event counters for metrics, labelled only with names and codes from closed lists. So the number of time series does
 * not grow with use, and no time series describes a person.
 */
export type Counts = {
  request: (endpoint: string, status: number, seconds: number) => void;
  saveRefused: (code: ErrorCode) => void;
  upload: (verdict: ErrorCode | "accepted") => void;
};
