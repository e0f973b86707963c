import { plainSlug } from "@/contract/content/slugs";
import type { Language } from "@/contract/languages";
import { perProcess } from "../per-process";
import { itemAbove } from "./items";
import type { Place } from "./path";

/*
 * Which content pages exist, for the middleware: the URL of an item that does not exist is
 * answered with the prerendered 404 page, instead of being rendered and cached one by one.
 */

/** What the site knows of its content pages; made and refreshed by lib/api/published. */
export type Published = {
  paths: Record<Language, ReadonlySet<string>>;
  /** When they were read, ms. */
  at: number;
  refresh: () => Promise<void>;
};

const shared = perProcess<{ published?: Published }>("published", () => ({}));

/** How old the knowledge may be before an unknown URL triggers a refresh, ms. */
const LOOK_AGAIN = 15_000;
/** How long one visitor waits for that, ms. */
const PATIENCE = 2_000;

/** Tells the middleware what exists. */
export function publish(published: Published): void {
  shared.published = published;
}

/**
 * Whether an address may be a page as far as content goes: true for everything that is no item, and
 * while nothing is known (the content has been unreachable since the start).
 */
export function mayBePublished({ locale, path }: Place): boolean {
  const item = itemAbove(path);
  if (!item || !shared.published) return true;
  // However an address writes what is outside ASCII.
  const slash = item.lastIndexOf("/") + 1;
  const plain = item.slice(0, slash) + encodeURIComponent(plainSlug(item.slice(slash)));
  return shared.published.paths[locale].has(plain);
}

/** Refreshes, at most every 15 s, when a URL leads to nothing: it may just have been published. */
export async function lookAgain(place: Place, now = Date.now()): Promise<void> {
  const published = shared.published;
  if (!published || mayBePublished(place) || now - published.at < LOOK_AGAIN) return;
  published.at = now;
  const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE));
  await Promise.race([published.refresh(), patience]);
}
