/*
 * Where the browser keeps text that is not on the server yet, until its account signs out here. Two
 * places: sessionStorage comes back with its tab, localStorage outlives it.
 */

/** Begins every name under which such text lies; the account's id follows. */
export const UNSAVED_TEXT = "application.unsaved.";

const SIGNED_OUT = "application.signed-out";

/** A place of the browser; null where storage is switched off. */
export function placeOf(name: "sessionStorage" | "localStorage"): Storage | null {
  try {
    return window[name];
  } catch {
    return null;
  }
}

/** The names of everything kept in a place that begin with `prefix`. */
export function namesIn(place: Storage | null, prefix: string): string[] {
  const names = Array.from({ length: place?.length ?? 0 }, (_, index) => place?.key(index) ?? "");
  return names.filter((name) => name.startsWith(prefix));
}

/** Forgets what this tab and every closed one kept; tabs still open keep nothing more from now on. */
export function forgetUnsavedText(): void {
  placeOf("sessionStorage")?.clear();
  const place = placeOf("localStorage");
  for (const name of namesIn(place, UNSAVED_TEXT)) place?.removeItem(name);
  try {
    place?.setItem(SIGNED_OUT, crypto.randomUUID());
  } catch {
    // Full, and of other things than ours: what we kept is gone all the same.
  }
}

/** A mark of this browser's last sign-out: another one since means that somebody has signed out. */
export function lastSignOut(): string | null {
  return placeOf("localStorage")?.getItem(SIGNED_OUT) ?? null;
}
