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
