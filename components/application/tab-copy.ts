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

/** The copies of one account's text, oldest first. */
export function readTabCopies(userId: string): TabCopy[] {
  try {
    const kept: unknown = JSON.parse(storage()?.getItem(PREFIX + userId) ?? "[]");
    return Array.isArray(kept) ? (kept as TabCopy[]) : [];
  } catch {
    return [];
  }
}

/** Keeps the copies; those of nothing are left out, and with none the place is cleared. */
export function writeTabCopies(userId: string, copies: TabCopy[]): void {
  const kept = copies.filter(({ mine, member }) => Object.keys(mine).length > 0 || member);
  try {
    if (kept.length === 0) storage()?.removeItem(PREFIX + userId);
    else storage()?.setItem(PREFIX + userId, JSON.stringify(kept));
  } catch {
    // Full: the page still holds the text, and leaving it still asks.
  }
}
