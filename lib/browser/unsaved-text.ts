/*
 * Where the browser keeps text that is not on the server yet, until its account signs out here. Two
 * places: sessionStorage comes back with its tab, localStorage outlives it.
 */

/** The prefix of every key under which such text is stored; the account's id follows. */
export const UNSAVED_TEXT = "application.unsaved.";

const SIGNED_OUT = "application.signed-out";

/** One of the browser's storages; null where storage is switched off. */
export function placeOf(name: "sessionStorage" | "localStorage"): Storage | null {
  try {
    return window[name];
  } catch {
    return null;
  }
}

/** The cookies that scripts can read; "" where cookies are switched off. */
export function readableCookies(): string {
  try {
    return document.cookie;
  } catch {
    return "";
  }
}

/** The keys in a storage that start with `prefix`. */
export function namesIn(place: Storage | null, prefix: string): string[] {
  const names = Array.from({ length: place?.length ?? 0 }, (_, index) => place?.key(index) ?? "");
  return names.filter((name) => name.startsWith(prefix));
}

/** Deletes what this tab and every closed one kept; tabs still open store nothing from now on. */
export function forgetUnsavedText(): void {
  placeOf("sessionStorage")?.clear();
  const place = placeOf("localStorage");
  for (const name of namesIn(place, UNSAVED_TEXT)) place?.removeItem(name);
  try {
    place?.setItem(SIGNED_OUT, crypto.randomUUID());
  } catch {
    // Full of other sites' data: what we kept is gone all the same.
  }
}

/** A mark of this browser's last sign-out: a different one means that somebody has since signed out. */
export function lastSignOut(): string | null {
  return placeOf("localStorage")?.getItem(SIGNED_OUT) ?? null;
}
