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

const PREFIX = "application.unsaved.";

/*
 * sessionStorage, not localStorage: the text lives as long as the tab, is seen by no other tab, and
 * is gone for the next person at this computer. Signing out clears it too.
 */
function storage(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null; // Storage can be switched off; then only the page itself keeps the text.
  }
}

/** The copy of one account's text, or null. */
export function readTabCopy(userId: string): TabCopy | null {
  try {
    return JSON.parse(storage()?.getItem(PREFIX + userId) ?? "null") as TabCopy | null;
  } catch {
    return null;
  }
}

/** Keeps the copy; null, or a copy of nothing, removes it. */
export function writeTabCopy(userId: string, copy: TabCopy | null): void {
  const empty = !copy || (Object.keys(copy.mine).length === 0 && !copy.member);
  try {
    if (empty) storage()?.removeItem(PREFIX + userId);
    else storage()?.setItem(PREFIX + userId, JSON.stringify(copy));
  } catch {
    // Full: the page still holds the text, and leaving it still asks.
  }
}
