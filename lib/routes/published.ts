import { plainSlug } from "@/contract/content/slugs";
import type { Language } from "@/contract/languages";
import { perProcess } from "../per-process";
import { itemAbove } from "./items";
import type { Place } from "./path";

/*
 * List of the content pages that exist, for the middleware. Addresses of missing items get one prerendered 404 page, so
 * no page is rendered and cached for each wrong address.
 */

/** Paths of the known content pages, by language. lib/content/published.ts creates and refreshes them. */
export type Published = {
  paths: Record<Language, ReadonlySet<string>>;
  /** Maps the former paths of content items to their current paths. */
  aliases: Record<Language, ReadonlyMap<string, string>>;
  /** The time at which the list of content pages was read, in ms since the epoch. */
  at: number;
  refresh: () => Promise<void>;
  /**
   * Refreshes the list if the content system has published the item at this path and language since the last refresh.
   */
  refreshFor: (place: Place) => Promise<void>;
};

const shared = perProcess<{ published?: Published }>("published", () => ({}));

/**
 * Minimum milliseconds between a read of all content lists and another read that a request for an unknown URL starts.
 */
const LOOK_AGAIN = 15_000;
/**
 * Maximum number of unknown items for which the site asks the content system within `WINDOW` ms, so that requests for
 * invented URLs do not overload it.
 */
const LOOKS_MAX = 10;
const WINDOW = 5_000;
/** Maximum milliseconds that a visitor's request waits for a refresh of the list of content pages. */
const PATIENCE = 2_000;

/** Passes the list of existing content pages to the middleware. */
export function publish(published: Published): void {
  shared.published = published;
}

/**
 * Reports whether a content page can exist at a path. Also true for paths outside the content, and until the content is
 * first read.
 */
export function mayBePublished({ locale, path }: Place): boolean {
  const item = itemAbove(path);
  if (!item || !shared.published) return true;
  return shared.published.paths[locale].has(encoded(item));
}

/**
 * Returns an item's path with its slug in one encoding, because URLs can encode non-ASCII characters in several ways.
 */
function encoded(item: string): string {
  const slash = item.lastIndexOf("/") + 1;
  return item.slice(0, slash) + encodeURIComponent(plainSlug(item.slice(slash)));
}

/**
 * Returns the current path of an item that has been renamed, from its former path without language. Null for other
 * paths.
 */
export function renamedTo(place: Place): string | null {
  const item = itemAbove(place.path);
  if (!item || mayBePublished(place)) return null;
  const path = shared.published?.aliases[place.locale].get(encoded(item));
  return path === undefined ? null : path + place.path.slice(item.length);
}

/**
 * Looks for an item that a request names and the list of content pages lacks, because the item may be newly published.
 * Refreshes the whole list at most every 15 s. Between two refreshes, looks for this item only.
 */
export async function lookAgain(place: Place, now = Date.now()): Promise<void> {
  const published = shared.published;
  if (!published || mayBePublished(place) || renamedTo(place)) return;
  const isRecent = now - published.at < LOOK_AGAIN;
  if (isRecent && !mayLook(now)) return;
  if (!isRecent) published.at = now;
  const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE));
  await Promise.race([isRecent ? published.refreshFor(place) : published.refresh(), patience]);
}

const looks = perProcess("published-looks", () => ({ since: 0, count: 0 }));

function mayLook(now: number): boolean {
  if (now - looks.since >= WINDOW) Object.assign(looks, { since: now, count: 0 });
  looks.count += 1;
  return looks.count <= LOOKS_MAX;
}
