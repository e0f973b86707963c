import type { PreviewItem } from "@/contract/content/preview";
import { DEFAULT_LANGUAGE } from "@/contract/languages";
import { perProcess } from "../../per-process";
import { type Content, readDraft } from "../content";

type Previewed = Pick<PreviewItem, "type" | "slug" | "lang">;

/**
 * Drafts that were read while a preview link was checked. The page to which the link redirects shows these drafts
 * without reading them again.
 */
const opened = perProcess(
  "opened-previews",
  () => new Map<string, { draft: Content; at: number }>(),
);

/** Maximum age in ms of a draft in `opened`. An older draft is read again. */
const SHARED = 5_000;

const keyOf = ({ type, slug, lang }: Previewed) => `${type} ${slug} ${lang}`;

/**
 * Returns the unpublished state of the item that a preview shows, in the item's language or else in the default
 * language. Returns null if the item does not exist. Throws if the content cannot be read.
 */
export async function readPreviewed(item: Previewed, now = Date.now()): Promise<Content | null> {
  const last = opened.get(keyOf(item));
  // Use the stored draft only once, so that a reload of the page reads the latest changes.
  opened.delete(keyOf(item));
  if (last && now - last.at < SHARED) return last.draft;
  const draft = await readDraft(item.type, item.slug, item.lang);
  if (draft || item.lang === DEFAULT_LANGUAGE) return draft;
  return readDraft(item.type, item.slug, DEFAULT_LANGUAGE);
}

/**
 * Reads the item of a preview link and keeps the item for the page to which the link redirects. Reports whether the
 * item exists. Throws if the content cannot be read.
 */
export async function openPreviewed(item: Previewed, now = Date.now()): Promise<boolean> {
  for (const [key, { at }] of opened) if (now - at >= SHARED) opened.delete(key);
  opened.delete(keyOf(item));
  const draft = await readPreviewed(item, now);
  if (draft) opened.set(keyOf(item), { draft, at: now });
  return draft !== null;
}
