import type { Logger } from "pino";
import type { BackendConfig } from "./config";
import type { Database } from "./db/connect";

/** Everything the back end stands on, given from outside: no module holds state of its own. */
export type Dependencies = {
  db: Database;
  config: BackendConfig;
  /** The clock that decides deadlines and expiries. */
  now: () => Date;
  log: Logger;
  /** Tells the mail worker that the outbox has something new. */
  wakeMail: () => void;
};
