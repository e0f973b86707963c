import { PAGED_TYPES, type PagedType } from "./items";
import { SECTIONS, type Section } from "./sections";

/*
 * The URLs of Open Graph images: a section's drawing, or an item's cover,
 * both made from a slug alone. A URL names everything its drawing depends on, so that it may be
 * cached for ever.
 */

/** What is drawn: a section, or an item with the cover its editor chose. */
export type Drawing =
  | { section: Section }
  | { type: PagedType; slug: string; cover: string | undefined };

/** Raised whenever the same slug is drawn differently. */
const VERSION = 2;

/** Pixels; the ratio every network shows uncropped. */
export const SOCIAL_SIZE = { width: 1200, height: 630 } as const;

/** The path of a drawing on this site. */
export function socialImagePath(drawing: Drawing): string {
  if ("section" in drawing) return `/og/${drawing.section}.png?v=${VERSION}`;
  const { type, slug, cover } = drawing;
  const version = cover ? `${VERSION}-${cover}` : VERSION;
  return `/og/${type}/${encodeURIComponent(slug)}.png?v=${encodeURIComponent(version)}`;
}

/** What a URL below /og requests, without the cover, which the item itself knows; null if invalid. */
export function drawingAt(segments: readonly string[]): Drawing | null {
  const [first = "", second, ...rest] = segments;
  const name = /^(.+)\.png$/.exec(second ?? first)?.[1];
  if (!name || rest.length > 0) return null;
  if (second === undefined) {
    const section = SECTIONS.find((known) => known === name);
    return section ? { section } : null;
  }
  const type = PAGED_TYPES.find((known) => known === first);
  return type ? { type, slug: name, cover: undefined } : null;
}
