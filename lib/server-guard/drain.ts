/**
 * Stops a process without dropped requests. After a stop signal, /api/ready returns 503 and each response closes its
 * connection. The server waits DRAIN_SECONDS for load balancers, then accepts no connections and finishes running
 * requests. The back end closes, and Next ends the process. Each phase has a time limit. Next calls `close` at the
 * first SIGTERM or SIGINT, so this module wraps `close`.
 */
import { Server } from "node:http";
import { config } from "../config";
import { perProcess } from "../per-process";

/**
 * Milliseconds for running responses to finish during shutdown. A longer upload is cut off and resumes on another
 * instance.
 */
const ANSWERS = 20_000;
/** Milliseconds for the back end to close during shutdown. */
const FINISH = 8_000;
/** Milliseconds between two checks for idle connections during shutdown. */
const LOOK = 200;

const state = perProcess("drain", () => ({ isDraining: false }));

/** Reports whether this process has received a stop signal. */
export function isDraining(): boolean {
  return state.isDraining;
}

/**
 * Makes every HTTP server of this process finish its running requests before it closes.
 *
 * @param finish closes the back end after the last response
 */
export function drainOnClose(
  finish: () => Promise<void>,
  { seconds = config.drainSeconds, answers = ANSWERS } = {},
): void {
  const close = Server.prototype.close;
  Server.prototype.close = function (this: Server, done) {
    state.isDraining = true;
    const end = () => {
      const idle = setInterval(() => this.closeIdleConnections(), LOOK);
      const late = setTimeout(() => this.closeAllConnections(), answers);
      close.call(this, async (error) => {
        clearInterval(idle);
        clearTimeout(late);
        await within(FINISH, finish());
        done?.(error);
      });
    };
    if (seconds > 0) setTimeout(end, seconds * 1000);
    else end();
    return this;
  };
}

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  const tooLong = new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
  const safe = work.catch((error) => console.error("the back end did not close cleanly", error));
  await Promise.race([safe, tooLong]);
}
