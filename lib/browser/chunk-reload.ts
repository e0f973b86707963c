import { placeOf } from "./unsaved-text";

/**
 * Minimum milliseconds between two reloads of a page. A page reloads if a chunk of its code is missing, which means
 * that a newer build exists. Rule: site.chunk-reload.
 */
export const RELOAD_GUARD_MS = 60_000;
const KEY = "chunk-reload-at";

/** Reports whether an error means that a chunk of the site's code could not be loaded. */
export function isChunkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error.name === "ChunkLoadError" ||
    /loading (css )?chunk|failed to (load|fetch) (chunk|dynamically imported module)/i.test(
      error.message,
    )
  );
}

/** Reports whether enough time has passed since the last reload, and records the new reload. */
export function mayReload(storage: Pick<Storage, "getItem" | "setItem">, now: number): boolean {
  const last = Number(storage.getItem(KEY) ?? Number.NEGATIVE_INFINITY);
  if (now - last < RELOAD_GUARD_MS) return false;
  storage.setItem(KEY, String(now));
  return true;
}

/** Reloads the page after an error about a missing chunk of code, if a reload can help. */
export function reloadForChunk(error: unknown): void {
  // Do not reload without a connection, because the browser would then show an error instead of the page that the user
  // can still read.
  if (!isChunkError(error) || !window.navigator.onLine) return;
  const place = placeOf("sessionStorage");
  // Reload only if the browser can store the time of the reload. Otherwise the page could reload endlessly.
  if (place && mayReload(place, Date.now())) window.location.reload();
}

/**
 * Reloads the page if a chunk of its code is missing and no error boundary handles the error. Errors in event handlers
 * are an example.
 */
export function watchChunks(): void {
  window.addEventListener("error", ({ error }) => reloadForChunk(error));
  window.addEventListener("unhandledrejection", ({ reason }) => reloadForChunk(reason));
}
