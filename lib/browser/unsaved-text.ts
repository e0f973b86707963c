/*
 * Browser storage for text that the server has not stored yet. Signing out in this browser deletes the text.
 * sessionStorage belongs to a tab and is restored with it; localStorage outlives the tab.
 */

/** Prefix of all storage keys for unsaved text. The account's id follows the prefix. */
export const UNSAVED_TEXT = "application.unsaved.";

const SIGNED_OUT = "application.signed-out";

/** Returns one of the browser's storages, or null if storage is disabled. */
export function placeOf(name: "sessionStorage" | "localStorage"): Storage | null {
  try {
    return window[name];
  } catch {
    return null;
  }
}

/** Returns the cookies that scripts can read, or an empty text if cookies are disabled. */
export function readableCookies(): string {
  try {
    return document.cookie;
  } catch {
    return "";
  }
}

/** Returns the keys in a browser storage that start with `prefix`. */
export function namesIn(place: Storage | null, prefix: string): string[] {
  const names = Array.from({ length: place?.length ?? 0 }, (_, index) => place?.key(index) ?? "");
  return names.filter((name) => name.startsWith(prefix));
}

/** Deletes the unsaved text of this tab and of closed tabs. Tabs that are still open stop storing text. */
export function forgetUnsavedText(): void {
  placeOf("sessionStorage")?.clear();
  const place = placeOf("localStorage");
  for (const name of namesIn(place, UNSAVED_TEXT)) place?.removeItem(name);
  try {
    place?.setItem(SIGNED_OUT, crypto.randomUUID());
  } catch {
    // The browser's storage is full, so other tabs do not learn of the sign-out. The unsaved text is already deleted.
  }
}

/** Returns the id of this browser's last sign-out. A changed id means that a user has signed out in the meantime. */
export function lastSignOut(): string | null {
  return placeOf("localStorage")?.getItem(SIGNED_OUT) ?? null;
}
