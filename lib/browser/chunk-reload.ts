/** A chunk that fails to load means a newer build: reload, at most once in this time (specification part 9). */
export const RELOAD_GUARD_MS = 60_000;
const KEY = "chunk-reload-at";

/** Whether an error says that a piece of the program could not be fetched. */
export function isChunkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error.name === "ChunkLoadError" ||
    /loading (css )?chunk|failed to (load|fetch) (chunk|dynamically imported module)/i.test(
      error.message,
    )
  );
}

/** Whether the page may reload now; notes the moment when it may. */
export function mayReload(storage: Pick<Storage, "getItem" | "setItem">, now: number): boolean {
  const last = Number(storage.getItem(KEY) ?? Number.NEGATIVE_INFINITY);
  if (now - last < RELOAD_GUARD_MS) return false;
  storage.setItem(KEY, String(now));
  return true;
}

/** Reloads for a piece of the program that is gone, where that may help. */
export function reloadForChunk(error: unknown): void {
  // Without a connection the reload would take away what is still to be read.
  if (!isChunkError(error) || !window.navigator.onLine) return;
  try {
    if (mayReload(window.sessionStorage, Date.now())) window.location.reload();
  } catch {
    // A browser that keeps nothing could not keep count either: no reload, no circle.
  }
}

/** Does so for every piece that fails outside of a page's error boundary: an import, an event. */
export function watchChunks(): void {
  window.addEventListener("error", ({ error }) => reloadForChunk(error));
  window.addEventListener("unhandledrejection", ({ reason }) => reloadForChunk(reason));
}
