/*
 * Browser storage for text that is not on the server yet. It is deleted when the account signs out in this browser.
 * sessionStorage is restored with its tab; localStorage outlives the tab.
 */

/** The prefix of every storage key for unsaved text. The account's id follows. */
export const UNSAVED_TEXT = "application.unsaved.";

const SIGNED_OUT = "application.signed-out";

/** Returns one of the browser's storages. Null when storage is disabled. */
export function placeOf(name: "sessionStorage" | "localStorage"): Storage | null {
  try {
    return window[name];
  } catch {
    return null;
  }
}

/** Returns the cookies that scripts can read. Empty when cookies are disabled. */
export function readableCookies(): string {
  try {
    return document.cookie;
  } catch {
    return "";
  }
}

/** Returns the keys in a storage that start with `prefix`. */
export function namesIn(place: Storage | null, prefix: string): string[] {
  const names = Array.from({ length: place?.length ?? 0 }, (_, index) => place?.key(index) ?? "");
  return names.filter((name) => name.startsWith(prefix));
}

/** Deletes the unsaved text of this tab and of all closed tabs. Tabs that are still open store no more text. */
export function forgetUnsavedText(): void {
  placeOf("sessionStorage")?.clear();
  const place = placeOf("localStorage");
  for (const name of namesIn(place, UNSAVED_TEXT)) place?.removeItem(name);
  try {
    place?.setItem(SIGNED_OUT, crypto.randomUUID());
  } catch {
    // The storage is full of other data. The unsaved text is deleted even so.
  }
}

/** Returns the id of this browser's last sign-out. A changed id means that a user has signed out since. */
export function lastSignOut(): string | null {
  return placeOf("localStorage")?.getItem(SIGNED_OUT) ?? null;
}
