import { REFRESH_TOKEN_SECONDS } from "@/contract/users/user-schemas";
import { namesIn, placeOf, UNSAVED_TEXT } from "../browser/unsaved-text";

/*
 * Unsaved text of closed tabs. A tab stores its text under the account's id and the tab's name, and holds a lock with
 * the tab's name until it closes or crashes. A free lock means that the tab is closed, so the account's next tab takes
 * over its text. Text is kept for as long as an idle session can last.
 */

const LONGEST_SESSION = REFRESH_TOKEN_SECONDS * 1000;

const TAB = "application.tab";

type Left<C> = { at: number; copies: C[] };

let own: Promise<string | null> | null = null;
let ownName: string | null = null;

/** Returns the name of this tab and holds the lock with this name. Returns null in browsers without locks. */
function ownTab(): Promise<string | null> {
  own ??= claim();
  return own;
}

async function claim(): Promise<string | null> {
  if (!navigator.locks) return null;
  const place = placeOf("sessionStorage");
  let tab = place?.getItem(TAB) ?? "";
  // A duplicated tab starts with the name of the original tab. The original holds the lock, so the duplicate needs a
  // new name.
  while (!tab || !(await hold(tab))) tab = crypto.randomUUID();
  place?.setItem(TAB, tab);
  ownName = tab;
  return tab;
}

/** Takes a tab's lock for the lifetime of this page. Returns false if another page holds the lock. */
function hold(tab: string): Promise<boolean> {
  return new Promise((resolve) => {
    void navigator.locks.request(`${TAB}.${tab}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock ? new Promise(() => undefined) : undefined;
    });
  });
}

function leftUnder<C>(place: Storage, name: string): Left<C> {
  try {
    const left = JSON.parse(place.getItem(name) ?? "") as Left<C>;
    if (Array.isArray(left.copies) && left.at > Date.now() - LONGEST_SESSION) return left;
  } catch {
    // A stored value that is not valid JSON counts as missing.
  }
  return { at: 0, copies: [] };
}

/**
 * Passes the unsaved text of the account's closed tabs, and of this tab, to `give`. Removes a text only after `give`
 * has accepted it. Returns true if this tab can store its own text for later tabs.
 */
export async function adoptClosedTabs<C>(
  userId: string,
  give: (copies: C[]) => void,
): Promise<boolean> {
  const tab = await ownTab();
  const place = placeOf("localStorage");
  if (tab === null || !place) return false;
  for (const name of namesIn(place, UNSAVED_TEXT)) {
    const isOurs = name.startsWith(`${UNSAVED_TEXT}${userId}.`);
    if (leftUnder(place, name).at === 0) place.removeItem(name);
    else if (name === nameOf(userId, tab)) give(leftUnder<C>(place, name).copies);
    else if (isOurs) await takeOver(place, name, give);
  }
  return true;
}

async function takeOver<C>(place: Storage, name: string, give: (copies: C[]) => void) {
  const tab = name.slice(name.lastIndexOf(".") + 1);
  await navigator.locks.request(`${TAB}.${tab}`, { ifAvailable: true }, (lock) => {
    if (!lock) return;
    const { copies } = leftUnder<C>(place, name);
    if (copies.length > 0) give(copies);
    place.removeItem(name);
  });
}

/** Stores this tab's unsaved text for the account's next tab. Without unsaved text, removes the stored entry. */
export function keepForOthers(userId: string, copies: readonly unknown[]): void {
  if (ownName === null) return;
  const place = placeOf("localStorage");
  const name = nameOf(userId, ownName);
  try {
    const left = { at: Date.now(), copies };
    if (copies.length === 0) place?.removeItem(name);
    else place?.setItem(name, JSON.stringify(left));
  } catch {
    // The browser's storage is full. The page and sessionStorage still contain the text.
  }
}

function nameOf(userId: string, tab: string): string {
  return `${UNSAVED_TEXT}${userId}.${tab}`;
}
