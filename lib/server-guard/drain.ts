/**
 * How a process that is asked to stop ends: from then on /api/ready says 503, and each answer ends its
 * connection; after DRAIN_SECONDS, in which whoever asks /api/ready can notice, nothing new is accepted; what is
 * under way ends; then the back end closes, and Next ends the process. All of it within a bound. Next itself
 * calls `close` at the first SIGTERM or SIGINT, which is where this stands.
 */
import { Server } from "node:http";
import { config } from "../config";
import { perProcess } from "../per-process";

/** Milliseconds for answers under way; a larger upload is cut, and resumes elsewhere. */
const ANSWERS = 20_000;
/** Milliseconds for the back end to close. */
const FINISH = 8_000;
/** Milliseconds between two looks for connections that have become idle. */
const LOOK = 200;

const state = perProcess("drain", () => ({ isDraining: false }));

/** Whether this process has been asked to stop. */
export function isDraining(): boolean {
  return state.isDraining;
}

/**
 * Has every HTTP server of this process drain when it is closed.
 *
 * @param finish closes what answers needed, once there are none any more
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
