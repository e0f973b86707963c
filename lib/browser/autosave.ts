import { ApiError } from "../api/error";

/** The current state of the changes; the state line says nothing else. */
export type AutosaveState =
  | { kind: "idle" }
  | { kind: "waiting" }
  | { kind: "saving" }
  | { kind: "saved"; at: Date }
  /** Not saved: why, and when it is retried (ms since the epoch); null means never automatically. */
  | { kind: "failed"; error: ApiError; retryAt: number | null };

/** Debounce after the last change before it is saved, ms. */
const AUTOSAVE_DELAY = 1500;
const RETRY_DELAYS = [4000, 8000, 15_000, 30_000];

/**
 * Errors that a retry may overcome; any other needs the person. An invalid response
 * (cut off on its way, or a captive portal) says nothing about the save.
 */
function isPassing(error: ApiError): boolean {
  const isUnheard = error.code === "network" || error.code === "bad_answer";
  return isUnheard || error.status === 429 || error.status >= 500;
}

export type Autosave<Change> = {
  /** Notes a change; it is saved once no other has come for AUTOSAVE_DELAY. */
  change: (change: Change) => void;
  /** Saves pending changes now; resolves true when nothing is left unsaved. */
  flush: () => Promise<boolean>;
  /** What is not on the server yet; null when everything is. */
  pending: () => Change | null;
  /** Discards pending changes. */
  discard: () => void;
  stop: () => void;
};

/**
 * Saves changes one after the other, never two at once, and keeps what could not be saved.
 * `merge` merges a newer change into an older one; `save` throws an ApiError when it fails.
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
