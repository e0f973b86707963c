import { lastSignOut, placeOf, UNSAVED_TEXT } from "../browser/unsaved-text";
import { adoptClosedTabs, keepForOthers } from "./closed-tabs";
import type { Patch } from "./state";

export type TabCopies<V, H = never> = ReturnType<typeof openTabCopies<V, H>>;

/**
 * The copies of one account's text that this tab keeps: in the tab itself, for a reload and a crash,
 * and, once it has adopted what others left behind, for the account's next tab, should this one be closed.
 * Signing out anywhere in the browser ends it; `resume` begins again after signing in.
 *
 * @param about which of the account's texts, when there are several
 */
export function openTabCopies<V, H = never>(userId: string, about?: string) {
  type Copy = Patch<V, H>;
  const name = UNSAVED_TEXT + (about ? `${userId}.${about}` : userId);
  let signOut = lastSignOut();
  let ready = false;
  let last: Copy[] = [];

  /** The copies, oldest first. */
  function read(): Copy[] {
    try {
      const kept: unknown = JSON.parse(placeOf("sessionStorage")?.getItem(name) ?? "[]");
      return Array.isArray(kept) ? (kept as Copy[]) : [];
    } catch {
      return [];
    }
  }

  /** Stores the copies; empty ones are left out, and with none the storage is cleared. */
  function write(copies: Copy[]): void {
    last = copies.filter(({ mine, inHand }) => Object.keys(mine).length > 0 || inHand);
    const kept = lastSignOut() !== signOut ? [] : last;
    try {
      const place = placeOf("sessionStorage");
      if (kept.length === 0) place?.removeItem(name);
      else place?.setItem(name, JSON.stringify(kept));
    } catch {
      // Storage is full: the page still holds the text, and leaving it still asks.
    }
    if (ready) keepForOthers(userId, kept);
  }

  return {
    read,
    write,
    /** Hands over what closed tabs of this account left behind; from then on this tab leaves its own. */
    async adopt(give: (copies: Copy[]) => void): Promise<void> {
      ready = await adoptClosedTabs<Copy>(userId, (copies) => {
        ready = true;
        give(copies);
      });
      write(last);
    },
    /** The person has signed in again on this page. */
    resume() {
      signOut = lastSignOut();
      write(last);
    },
  };
}
