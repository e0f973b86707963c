import { placeOf } from "./unsaved-text";

/** Minimum milliseconds between two reloads. A chunk that fails to load means a newer build. Rule: site.chunk-reload. */
export const RELOAD_GUARD_MS = 60_000;
const KEY = "chunk-reload-at";

/** Reports whether an error means that a chunk could not be loaded. */
export function isChunkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error.name === "ChunkLoadError" ||
    /loading (css )?chunk|failed to (load|fetch) (chunk|dynamically imported module)/i.test(
      error.message,
    )
  );
}

/** Reports whether the page can reload now, and records the time of the reload. */
export function mayReload(storage: Pick<Storage, "getItem" | "setItem">, now: number): boolean {
  const last = Number(storage.getItem(KEY) ?? Number.NEGATIVE_INFINITY);
  if (now - last < RELOAD_GUARD_MS) return false;
  storage.setItem(KEY, String(now));
  return true;
}

/** Reloads the page after a missing chunk, if a reload can help. */
export function reloadForChunk(error: unknown): void {
  // While offline, a reload would remove the page that the user can still read.
  if (!isChunkError(error) || !window.navigator.onLine) return;
  const place = placeOf("sessionStorage");
  // Without storage the reload cannot be recorded, so do not reload: it could loop.
  if (place && mayReload(place, Date.now())) window.location.reload();
}

/** Reloads for every chunk that fails outside a page's error boundary: in an import or an event handler. */
export function watchChunks(): void {
  window.addEventListener("error", ({ error }) => reloadForChunk(error));
  window.addEventListener("unhandledrejection", ({ reason }) => reloadForChunk(reason));
}
