import type { Logger } from "pino";

/** The longest sleep in milliseconds: another process may have queued something. */
const POLL = 5_000;

type Work = {
  /** Sends one mail; whether to go on with the next. */
  sendNext: () => Promise<boolean>;
  /** In how many milliseconds the next one is due, if any waits. */
  nextDue: () => Promise<number | null>;
  log: Logger;
};

/** Mail after mail, until nothing is due or the server is in trouble; then again when it is time. */
export function openLane({ sendNext, nextDue, log }: Work) {
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
        log.error({ err: error }, "mail worker");
        return POLL;
      })
      .then((delay) => {
        running = undefined;
        if (!stopped) timer = setTimeout(wake, again ? 0 : delay);
      });
  }

  /** Takes no further mail; resolves when the one in progress is done with. */
  async function stop(): Promise<void> {
    stopped = true;
    clearTimeout(timer);
    await running;
  }

  return { wake, stop, idle: () => running === undefined };
}
