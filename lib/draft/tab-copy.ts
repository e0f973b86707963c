import { lastSignOut, placeOf, UNSAVED_TEXT } from "../browser/unsaved-text";
import { adoptClosedTabs, keepForOthers } from "./closed-tabs";
import type { LocalChanges } from "./state";

export type TabCopies<V, H = never> = ReturnType<typeof openTabCopies<V, H>>;

/**
 * Opens the copies of an account's unsaved text that this tab stores. After a reload or a crash, the tab restores them.
 * Once this tab has taken over the text of closed tabs, the account's next tab can also restore them. Signing out in
 * any tab of the browser stops the storing; `resume` restarts it after a new sign-in.
 *
 * @param about identifies one of several texts of the account
 */
export function openTabCopies<V, H = never>(userId: string, about?: string) {
  type Copy = LocalChanges<V, H>;
  const name = UNSAVED_TEXT + (about ? `${userId}.${about}` : userId);
  let signOut = lastSignOut();
  let ready = false;
  let last: Copy[] = [];

  /** Returns the stored copies of unsaved text, oldest first. */
  function read(): Copy[] {
    try {
      const kept: unknown = JSON.parse(placeOf("sessionStorage")?.getItem(name) ?? "[]");
      return Array.isArray(kept) ? (kept as Copy[]) : [];
    } catch {
      return [];
    }
  }

  /** Stores the copies of unsaved text that are not empty. If all copies are empty, clears the stored entry. */
  function write(copies: Copy[]): void {
    last = copies.filter(({ mine, inHand }) => Object.keys(mine).length > 0 || inHand);
    const kept = lastSignOut() !== signOut ? [] : last;
    try {
      const place = placeOf("sessionStorage");
      if (kept.length === 0) place?.removeItem(name);
      else place?.setItem(name, JSON.stringify(kept));
    } catch {
      // The browser's storage is full. The page still has the text, and asks the user before it closes.
    }
    if (ready) keepForOthers(userId, kept);
  }

  return {
    read,
    write,
    /**
     * Passes the unsaved text of the account's closed tabs to `give`. From that time on, this tab also stores its own
     * text for later tabs.
     */
    async adopt(give: (copies: Copy[]) => void): Promise<void> {
      ready = await adoptClosedTabs<Copy>(userId, (copies) => {
        ready = true;
        give(copies);
      });
      write(last);
    },
    /** Stores unsaved text again after the user has signed in again on this page. */
    resume() {
      signOut = lastSignOut();
      write(last);
    },
  };
}
