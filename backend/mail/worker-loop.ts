import type { Logger } from "pino";

/** Maximum sleep of the mail worker in milliseconds, because another process can queue mails without a notification. */
const POLL = 5_000;

type Work = {
  /** Sends one due mail. Returns whether to continue with the next mail. */
  sendNext: () => Promise<boolean>;
  /** Returns the milliseconds until the next mail is due, or null without unsent mails. */
  nextDue: () => Promise<number | null>;
  log: Logger;
};

/**
 * Starts a loop that sends all due mails and then sleeps until the next mail is due. If the mail server has a problem,
 * the loop sleeps immediately, although due mails remain.
 */
export function startWorkerLoop({ sendNext, nextDue, log }: Work) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;

  async function round(): Promise<number> {
    do {
      again = false;
      while (!stopped && (await sendNext())) {}
    } while (again && !stopped);
    const due = await nextDue();
    return due === null ? POLL : Math.min(POLL, Math.max(250, due));
  }

  function wake(): void {
    again = true;
    if (stopped || running) return;
    clearTimeout(timer);
    running = round()
      .catch((error) => {
        log.error({ err: error }, "the email worker failed");
        return POLL;
      })
      .then((delay) => {
        running = undefined;
        if (!stopped) timer = setTimeout(wake, again ? 0 : delay);
      });
  }

  /** Stops the mail loop. Resolves after the mail in progress is sent. */
  async function stop(): Promise<void> {
    stopped = true;
    clearTimeout(timer);
    await running;
  }

  return { wake, stop, idle: () => running === undefined };
}
