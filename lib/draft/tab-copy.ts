import { lastSignOut, placeOf, UNSAVED_TEXT } from "@/lib/unsaved-text";
import { adoptClosedTabs, keepForOthers } from "./closed-tabs";
import type { Changes, MemberValues } from "./draft-values";

/** A member being written in the editor of step 5; `index` null is a new one. */
export type MemberInHand = { index: number | null; member: MemberValues };

/** What one tab wrote and the server does not have yet. */
export type TabCopy = {
  /** The fields as written. */
  mine: Changes;
  /** The same fields as they were stored when this tab began to change them. */
  base: Changes;
  member: MemberInHand | null;
};

export type TabCopies = ReturnType<typeof openTabCopies>;

/**
 * The copies of one account's text that this tab keeps: in the tab itself, for a reload and a crash,
 * and for the account's next tab, should this one be closed. Signing out anywhere in the browser ends
 * it; `resume` begins again after signing in.
 */
export function openTabCopies(userId: string) {
  const name = UNSAVED_TEXT + userId;
  let signOut = lastSignOut();
  let ready = false;
  let last: TabCopy[] = [];

  /** The copies, oldest first. */
  function read(): TabCopy[] {
    try {
      const kept: unknown = JSON.parse(placeOf("sessionStorage")?.getItem(name) ?? "[]");
      return Array.isArray(kept) ? (kept as TabCopy[]) : [];
    } catch {
      return [];
    }
  }

  /** Keeps the copies; those of nothing are left out, and with none the places are cleared. */
  function write(copies: TabCopy[]): void {
    last = copies.filter(({ mine, member }) => Object.keys(mine).length > 0 || member);
    const kept = lastSignOut() !== signOut ? [] : last;
    try {
      const place = placeOf("sessionStorage");
      if (kept.length === 0) place?.removeItem(name);
      else place?.setItem(name, JSON.stringify(kept));
    } catch {
      // Full: the page still holds the text, and leaving it still asks.
    }
    if (ready) keepForOthers(userId, kept);
  }

  return {
    read,
    write,
    /** Hands over what closed tabs of this account left behind; from then on this tab leaves its own. */
    async adopt(give: (copies: TabCopy[]) => void): Promise<void> {
      ready = await adoptClosedTabs(userId, (copies) => {
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
