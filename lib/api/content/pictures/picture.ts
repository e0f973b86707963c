import type { ContentItem } from "@/contract/content/content";
import { FOCUS_MIDDLE, pictureFormat, readFocus } from "@/contract/content/media";
import { config } from "../../../config";
import { SECTIONS, type Section } from "../../../routes/sections";
import { ownPicture, plainText } from "../text/html";

/** A picture of an item, wherever its content comes from. */
export type Picture = {
  /** Path and query of the file on the content's own origin; pages show it by `pictureAddress`. */
  src: string;
  alt: string;
  /** Pixels of the file. */
  width: number;
  height: number;
  /** Who made it, as the editor words it. */
  credit: string | null;
  /** What stays in sight when it is cropped, as CSS has it. */
  focus: string;
};

type Media = NonNullable<NonNullable<ContentItem["_embedded"]>["wp:featuredmedia"]>[number];

/** Where the content's pictures come from, and nothing else does. */
export const PICTURE_ORIGIN = new URL(config.content.url ?? config.siteUrl).origin;

/** Pixels; a picture that is narrower is shown as wide as it is. */
const WIDTHS = [320, 640, 1080, 1920] as const;
export const WIDEST = WIDTHS[3];
/** Raised whenever the same picture is printed differently. */
const VERSION = 1;

/**
 * An item's picture from WordPress's shape; null for none, or for one from elsewhere, which is not shown.
 *
 * @param title the item's, which says at least what the picture belongs to where nobody wrote what it shows: a picture
 *   with no text at all would be passed over in silence (`npm run content -- check` names it)
 */
export function pictureOf(
  media: Media | undefined,
  { title, focus }: { title: string; focus: string | undefined },
): Picture | null {
  const { width, height } = media?.media_details ?? {};
  const own = media?.source_url && ownPicture(media.source_url, PICTURE_ORIGIN);
  if (!own || !width || !height) return null;
  const { pathname, search } = new URL(own);
  if (!pictureFormat(pathname)) return null;
  return {
    src: pathname + search,
    alt: plainText(media.alt_text ?? "").trim() || title,
    width,
    height,
    credit: plainText(media.caption?.rendered ?? "") || null,
    focus: readFocus(focus) ?? FOCUS_MIDDLE,
  };
}

/** The widths a picture is offered in. */
export function widthsOf({ width }: Pick<Picture, "width">): readonly number[] {
  const narrower = WIDTHS.filter((offered) => offered <= width);
  return narrower.length > 0 ? narrower : [WIDTHS[0]];
}

/** The path on this site of a picture in a section's inks; the widest unless said otherwise. */
export function pictureAddress(
  picture: Pick<Picture, "src" | "width">,
  section: Section,
  width = widthsOf(picture).at(-1),
): string {
  const { pathname, searchParams } = new URL(picture.src, PICTURE_ORIGIN);
  const version = [VERSION, searchParams.get("v")].filter(Boolean).join("-");
  return `/media/${section}/${width}${pathname}?v=${version}`;
}

/** A picture as an address asks for it; `version` is that of the file, where its back end names one. */
export type AskedPicture = {
  section: Section;
  width: number;
  source: URL;
  version: string | undefined;
};

/** What an address below /media asks for; null if it is none that `pictureAddress` makes. */
export function askedPicture({ pathname, searchParams }: URL): AskedPicture | null {
  const match = /^\/media\/([a-z]+)\/(\d+)(\/.+)$/.exec(pathname);
  const section = SECTIONS.find((known) => known === match?.[1]);
  const width = WIDTHS.find((offered) => String(offered) === match?.[2]);
  const path = match?.[3];
  if (!section || !width || !path || !pictureFormat(path)) return null;
  // The origin is never the address's to say: of a path alone no other can be made.
  const source = new URL(PICTURE_ORIGIN + path);
  if (source.origin !== PICTURE_ORIGIN) return null;
  const version = /^\d+-(.+)$/.exec(searchParams.get("v") ?? "")?.[1];
  return { section, width, source, version };
}
