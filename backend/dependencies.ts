import type { Logger } from "pino";
import type { BackendConfig } from "./config";
import type { Database } from "./db/connect";
import type { Store } from "./store/store";

/** Everything the back end depends on, passed in from outside: no module holds state of its own. */
export type Dependencies = {
  db: Database;
  config: BackendConfig;
  /** Where the bytes of accepted files are kept. */
  store: Store;
  /** The clock that decides deadlines and expiries. */
  now: () => Date;
  log: Logger;
  /** Tells the mail worker that the outbox has something new. */
  wakeMail: () => void;
};
