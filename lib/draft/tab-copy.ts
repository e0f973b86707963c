import { lastSignOut, placeOf, UNSAVED_TEXT } from "../browser/unsaved-text";
import { adoptClosedTabs, keepForOthers } from "./closed-tabs";
import type { LocalChanges } from "./state";

export type TabCopies<V, H = never> = ReturnType<typeof openTabCopies<V, H>>;

/**
 * Opens this tab's copies of one account's text. They are stored in the tab for a reload or crash, and, after it has
 * adopted other tabs' copies, also for the account's next tab. Signing out anywhere in the browser stops the storing;
 * `resume` restarts it after the user signs in again.
 *
 * @param about identifies one of several texts of the account
 */
export function openTabCopies<V, H = never>(userId: string, about?: string) {
  type Copy = LocalChanges<V, H>;
  const name = UNSAVED_TEXT + (about ? `${userId}.${about}` : userId);
  let signOut = lastSignOut();
  let ready = false;
  let last: Copy[] = [];

  /** Returns the copies, oldest first. */
  function read(): Copy[] {
    try {
      const kept: unknown = JSON.parse(placeOf("sessionStorage")?.getItem(name) ?? "[]");
      return Array.isArray(kept) ? (kept as Copy[]) : [];
    } catch {
      return [];
    }
  }

  /** Stores the copies that are not empty. Without any, clears the storage. */
  function write(copies: Copy[]): void {
    last = copies.filter(({ mine, inHand }) => Object.keys(mine).length > 0 || inHand);
    const kept = lastSignOut() !== signOut ? [] : last;
    try {
      const place = placeOf("sessionStorage");
      if (kept.length === 0) place?.removeItem(name);
      else place?.setItem(name, JSON.stringify(kept));
    } catch {
      // The storage is full. The page still has the text, and asks before it is left.
    }
    if (ready) keepForOthers(userId, kept);
  }

  return {
    read,
    write,
    /** Passes the text of the account's closed tabs to `give`. From then on, this tab stores its own text for later tabs. */
    async adopt(give: (copies: Copy[]) => void): Promise<void> {
      ready = await adoptClosedTabs<Copy>(userId, (copies) => {
        ready = true;
        give(copies);
      });
      write(last);
    },
    /** Resumes the storing after the user has signed in again on this page. */
    resume() {
      signOut = lastSignOut();
      write(last);
    },
  };
}
