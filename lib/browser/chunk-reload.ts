import { placeOf } from "./unsaved-text";

/** A chunk that fails to load means a newer build: reload, at most once in this time (rule site.chunk-reload). */
export const RELOAD_GUARD_MS = 60_000;
const KEY = "chunk-reload-at";

/** Whether an error means that a chunk could not be loaded. */
export function isChunkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error.name === "ChunkLoadError" ||
    /loading (css )?chunk|failed to (load|fetch) (chunk|dynamically imported module)/i.test(
      error.message,
    )
  );
}

/** Whether the page may reload now; records the time if so. */
export function mayReload(storage: Pick<Storage, "getItem" | "setItem">, now: number): boolean {
  const last = Number(storage.getItem(KEY) ?? Number.NEGATIVE_INFINITY);
  if (now - last < RELOAD_GUARD_MS) return false;
  storage.setItem(KEY, String(now));
  return true;
}

/** Reloads for a missing chunk, where that may help. */
export function reloadForChunk(error: unknown): void {
  // While offline a reload would take away what can still be read.
  if (!isChunkError(error) || !window.navigator.onLine) return;
  const place = placeOf("sessionStorage");
  // Without storage the reload could not be recorded either: no reload, so no loop.
  if (place && mayReload(place, Date.now())) window.location.reload();
}

/** Does so for every chunk that fails outside a page's error boundary: an import, an event. */
export function watchChunks(): void {
  window.addEventListener("error", ({ error }) => reloadForChunk(error));
  window.addEventListener("unhandledrejection", ({ reason }) => reloadForChunk(reason));
}
