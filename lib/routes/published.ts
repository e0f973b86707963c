import type { Locale } from "../i18n/routing";
import type { Place } from "./path";

/*
 * Which content pages there are, for the middleware: an address of an item that does not exist is
 * answered with the finished 404 page, instead of being rendered, and kept, one by one.
 */

/** What the site knows of its content pages; made and refreshed by lib/api/published. */
export type Published = {
  paths: Record<Locale, ReadonlySet<string>>;
  /** When they were read, ms. */
  at: number;
  refresh: () => Promise<void>;
};

// On globalThis: Next bundles the middleware and the pages apart, in one process.
const PUBLISHED: unique symbol = Symbol.for("slancio.published") as never;
const shared: { [PUBLISHED]?: Published } = globalThis as never;

/** Pages that are items of content: /evento/due-rive, and what lies below one. */
const ITEM = /^\/(?:magazine|storie|corso|evento)\/[^/]+/;
/** How old the knowledge may be before an unknown address makes the site look again, ms. */
const LOOK_AGAIN = 15_000;
/** How long one visitor waits for that, ms. */
const PATIENCE = 2_000;

/** Tells the middleware what there is. */
export function publish(published: Published): void {
  shared[PUBLISHED] = published;
}

/**
 * Whether an address may be a page as far as content goes: true for everything that is no item, and
 * while nobody knows (the content cannot be reached since the start).
 */
export function mayBePublished({ locale, path }: Place): boolean {
  const item = ITEM.exec(path)?.[0];
  if (!item || !shared[PUBLISHED]) return true;
  return shared[PUBLISHED].paths[locale].has(item);
}

/** Looks again, at most every 15 s, when an address leads to nothing: it may have just come out. */
export async function lookAgain(place: Place, now = Date.now()): Promise<void> {
  const published = shared[PUBLISHED];
  if (!published || mayBePublished(place) || now - published.at < LOOK_AGAIN) return;
  published.at = now;
  const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE));
  await Promise.race([published.refresh(), patience]);
}
