import type { ContentItem } from "@/contract/content/content";
import { FOCUS_MIDDLE, pictureFormat, readFocus } from "@/contract/content/media";
import { config } from "../../config";
import { SECTIONS, type Section } from "../../routes/sections";
import { ownPicture, plainText } from "../text/html";

/** Picture of a content item, from any content source. */
export type Picture = {
  /**
   * Path and query of the picture's file on the content's host. For a file on another configured host, the host comes
   * first: /@cdn.example/a.jpg. Pages get the picture's URL on this site from `pictureAddress`.
   */
  src: string;
  alt: string;
  /** Width and height of the picture's file in pixels. */
  width: number;
  height: number;
  /** Credit line of the picture, as the editor wrote it. */
  credit: string | null;
  /** Point of the picture that stays visible when it is cropped, as a CSS `object-position`. */
  focus: string;
};

type Media = NonNullable<NonNullable<ContentItem["_embedded"]>["wp:featuredmedia"]>[number];

/**
 * Origin of the content back end; without a separate back end, this site's origin. Pictures come only from this origin
 * and from the hosts in CONTENT_HOSTS.
 */
export const PICTURE_ORIGIN = new URL(config.content.url ?? config.siteUrl).origin;

/** Widths in pixels in which the site offers pictures. A narrower picture is shown at its own width. */
const WIDTHS = [320, 640, 1080, 1920] as const;
export const WIDEST = WIDTHS[3];
/** Version of the picture rendering. Increase it when the code renders an unchanged picture differently. */
const VERSION = 1;

/**
 * Converts WordPress's data about a picture. Returns null without a picture, and for a picture from a host that is not
 * configured, which is not shown.
 *
 * @param title the item's title, used if the editor wrote no alternative text: screen readers skip a picture without a
 * text (`npm run content -- check` lists such pictures)
 */
export function pictureOf(
  media: Media | undefined,
  { title, focus }: { title: string; focus: string | undefined },
): Picture | null {
  const { width, height } = media?.media_details ?? {};
  const own =
    media?.source_url && ownPicture(media.source_url, PICTURE_ORIGIN, config.content.hosts);
  if (!own || !width || !height) return null;
  const { origin, host, pathname, search } = new URL(own);
  if (!pictureFormat(pathname)) return null;
  return {
    src: (origin === PICTURE_ORIGIN ? "" : `/@${host}`) + pathname + search,
    alt: plainText(media.alt_text ?? "").trim() || title,
    width,
    height,
    credit: plainText(media.caption?.rendered ?? "") || null,
    focus: readFocus(focus) ?? FOCUS_MIDDLE,
  };
}

/** Returns the widths in pixels in which the site offers a picture. */
export function widthsOf({ width }: Pick<Picture, "width">): readonly number[] {
  const narrower = WIDTHS.filter((offered) => offered <= width);
  return narrower.length > 0 ? narrower : [WIDTHS[0]];
}

/**
 * Returns the site's path for a picture that is drawn in the colours of `section`. The default width is the widest
 * width that the site offers for the picture.
 */
export function pictureAddress(
  picture: Pick<Picture, "src" | "width">,
  section: Section,
  width = widthsOf(picture).at(-1),
): string {
  const { pathname, searchParams } = new URL(picture.src, PICTURE_ORIGIN);
  const version = [VERSION, searchParams.get("v")].filter(Boolean).join("-");
  return `/media/${section}/${width}${pathname}?v=${version}`;
}

/** A picture requested by its URL. `version` is the version of the file, if the back end reports one. */
export type AskedPicture = {
  section: Section;
  width: number;
  source: URL;
  version: string | undefined;
};

/** Parses the URL of a picture below /media. Returns null for a URL that `pictureAddress` cannot produce. */
export function askedPicture({ pathname, searchParams }: URL): AskedPicture | null {
  const match = /^\/media\/([a-z]+)\/(\d+)(\/.+)$/.exec(pathname);
  const section = SECTIONS.find((known) => known === match?.[1]);
  const width = WIDTHS.find((offered) => String(offered) === match?.[2]);
  const path = match?.[3];
  if (!section || !width || !path || !pictureFormat(path)) return null;
  // The request's URL must not choose the origin. Even a path can name another host ("//host").
  const [, host, rest] = /^\/@([^/]+)(\/.+)$/.exec(path) ?? [];
  if (host && !config.content.hosts.includes(host)) return null;
  const origin = host ? `https://${host}` : PICTURE_ORIGIN;
  const source = new URL(origin + (rest ?? path));
  if (source.origin !== origin) return null;
  const version = /^\d+-(.+)$/.exec(searchParams.get("v") ?? "")?.[1];
  return { section, width, source, version };
}
