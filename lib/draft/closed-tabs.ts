import { REFRESH_TOKEN_SECONDS } from "@/contract/users/user-schemas";
import { namesIn, placeOf, UNSAVED_TEXT } from "../browser/unsaved-text";

/*
 * What a tab leaves behind when it is closed before its text has reached the server, under its
 * account's id and a name of its own. While a tab lives it holds a lock with that name, released when
 * it ends, however it ends; so a text whose lock is free belongs to nobody, and the account's next tab takes
 * it over. Text is kept as long as an idle session may last.
 */

const LONGEST_SESSION = REFRESH_TOKEN_SECONDS * 1000;

const TAB = "application.tab";

type Left<C> = { at: number; copies: C[] };

let own: Promise<string | null> | null = null;
let ownName: string | null = null;

/** The name of this tab, with its lock held; null in browsers without locks. */
function ownTab(): Promise<string | null> {
  own ??= claim();
  return own;
}

async function claim(): Promise<string | null> {
  if (!navigator.locks) return null;
  const place = placeOf("sessionStorage");
  let tab = place?.getItem(TAB) ?? "";
  // A duplicated tab starts with the name of the original, whose lock is taken.
  while (!tab || !(await hold(tab))) tab = crypto.randomUUID();
  place?.setItem(TAB, tab);
  ownName = tab;
  return tab;
}

/** Takes a tab's lock for as long as this page lives; false when another page has it. */
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
    // Not ours: treated as missing.
  }
  return { at: 0, copies: [] };
}

/**
 * Hands over what the closed tabs of an account left behind, and what this tab's own name holds. A
 * text is removed only once `give` has accepted it. True when this tab can leave its text likewise.
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

/** Leaves the copies of this tab for the account's next one; with none, nothing is left. */
export function keepForOthers(userId: string, copies: readonly unknown[]): void {
  if (ownName === null) return;
  const place = placeOf("localStorage");
  const name = nameOf(userId, ownName);
  try {
    const left = { at: Date.now(), copies };
    if (copies.length === 0) place?.removeItem(name);
    else place?.setItem(name, JSON.stringify(left));
  } catch {
    // Storage is full: the tab's own copy and the page still hold the text.
  }
}

function nameOf(userId: string, tab: string): string {
  return `${UNSAVED_TEXT}${userId}.${tab}`;
}
