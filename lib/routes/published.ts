import { plainSlug } from "@/contract/content/slugs";
import type { Language } from "@/contract/languages";
import { perProcess } from "../per-process";
import { itemAbove } from "./items";
import type { Place } from "./path";

/*
 * The existing content pages, for the middleware. A URL of a missing item gets the prerendered 404 page, so that such URLs
 * are not rendered and cached one by one.
 */

/** The known content pages. lib/content/published.ts creates and refreshes this value. */
export type Published = {
  paths: Record<Language, ReadonlySet<string>>;
  /** The current paths of items by their former paths. */
  aliases: Record<Language, ReadonlyMap<string, string>>;
  /** The time of the read, in ms since the epoch. */
  at: number;
  refresh: () => Promise<void>;
};

const shared = perProcess<{ published?: Published }>("published", () => ({}));

/** Minimum age of the list, in ms, at which an unknown URL triggers a refresh. */
const LOOK_AGAIN = 15_000;
/** Maximum milliseconds that one visitor waits for the refresh. */
const PATIENCE = 2_000;

/** Passes the existing pages to the middleware. */
export function publish(published: Published): void {
  shared.published = published;
}

/**
 * Reports whether a content page can exist at a path. True for a path that is not an item's, and before the first read of
 * the content succeeds.
 */
export function mayBePublished({ locale, path }: Place): boolean {
  const item = itemAbove(path);
  if (!item || !shared.published) return true;
  return shared.published.paths[locale].has(encoded(item));
}

/** Returns an item's path with its slug in one encoding, because a URL can write non-ASCII characters in several ways. */
function encoded(item: string): string {
  const slash = item.lastIndexOf("/") + 1;
  return item.slice(0, slash) + encodeURIComponent(plainSlug(item.slice(slash)));
}

/** Returns the current path of an item at one of its former paths, without language. Null for all other paths. */
export function renamedTo(place: Place): string | null {
  const item = itemAbove(place.path);
  if (!item || mayBePublished(place)) return null;
  const path = shared.published?.aliases[place.locale].get(encoded(item));
  return path === undefined ? null : path + place.path.slice(item.length);
}

/** Refreshes the list, at most every 15 s, for the URL of an unknown item, which may just have been published. */
export async function lookAgain(place: Place, now = Date.now()): Promise<void> {
  const published = shared.published;
  if (!published || mayBePublished(place) || renamedTo(place) || now - published.at < LOOK_AGAIN)
    return;
  published.at = now;
  const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE));
  await Promise.race([published.refresh(), patience]);
}
