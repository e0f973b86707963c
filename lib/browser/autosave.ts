import { ApiError } from "../api/error";

/** Save state of the user's changes, which the status line shows. */
export type AutosaveState =
  | { kind: "idle" }
  | { kind: "waiting" }
  | { kind: "saving" }
  | { kind: "saved"; at: Date }
  /** The save failed. `retryAt` is the time of the automatic retry in ms since 1970; null if no retry follows. */
  | { kind: "failed"; error: ApiError; retryAt: number | null };

/** Milliseconds from the last change until the changes are saved. */
const AUTOSAVE_DELAY = 1500;
const RETRY_DELAYS = [4000, 8000, 15_000, 30_000];

/**
 * Reports whether a failed save can succeed on retry: without a connection, with status 429 or 5xx, or after an invalid
 * response (truncated, or from a captive portal). After other errors, the user must act, for example correct a field.
 */
function isPassing(error: ApiError): boolean {
  const isUnheard = error.code === "network" || error.code === "bad_answer";
  return isUnheard || error.status === 429 || error.status >= 500;
}

export type Autosave<Change> = {
  /** Records a change and saves it once AUTOSAVE_DELAY milliseconds pass without another change. */
  change: (change: Change) => void;
  /** Saves pending changes now. Resolves to true if no change is left unsaved. */
  flush: () => Promise<boolean>;
  /** Returns the changes that the server has not stored yet, or null. */
  pending: () => Change | null;
  discard: () => void;
  stop: () => void;
};

/**
 * Creates an autosave, which runs one save at a time and keeps changes that could not be saved. `merge` merges a newer
 * change into an older change; `save` throws an ApiError on failure.
 */
export function createAutosave<Change>({
  save,
  merge,
  onState,
}: {
  save: (change: Change) => Promise<void>;
  merge: (older: Change, newer: Change) => Change;
  onState: (state: AutosaveState) => void;
}): Autosave<Change> {
  let waiting: Change | null = null;
  let flying: Change | null = null;
  let running: Promise<boolean> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  function later(delay: number) {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), delay);
  }

  function joined(): Change | null {
    if (flying === null || waiting === null) return flying ?? waiting;
    return merge(flying, waiting);
  }

  async function run(): Promise<boolean> {
    while (waiting !== null) {
      clearTimeout(timer);
      flying = waiting;
      waiting = null;
      onState({ kind: "saving" });
      try {
        await save(flying);
        flying = null;
        failures = 0;
      } catch (cause) {
        waiting = joined();
        flying = null;
        failed(cause instanceof ApiError ? cause : new ApiError("bad_answer", 0, { cause }));
        return false;
      }
    }
    onState({ kind: "saved", at: new Date() });
    return true;
  }

  function failed(error: ApiError) {
    const delay = RETRY_DELAYS[Math.min(failures++, RETRY_DELAYS.length - 1)] ?? 30_000;
    const wait = Math.max(delay, (error.retryAfter ?? 0) * 1000);
    if (isPassing(error)) later(wait);
    onState({ kind: "failed", error, retryAt: isPassing(error) ? Date.now() + wait : null });
  }

  function flush(): Promise<boolean> {
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  }

  return {
    change(change) {
      waiting = waiting === null ? change : merge(waiting, change);
      if (!running) onState({ kind: "waiting" });
      later(AUTOSAVE_DELAY);
    },
    flush,
    pending: joined,
    discard() {
      clearTimeout(timer);
      waiting = null;
    },
    stop: () => clearTimeout(timer),
  };
}
