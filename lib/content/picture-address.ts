import { pictureFormat } from "@/contract/content/media";
import { config } from "../config";
import { SECTIONS, type Section } from "../routes/sections";

/**
 * Colours of a rendered picture. A section's name means black and the section's colour. `plain` means the original
 * colours, which pictures inside a content text keep.
 */
export type Tint = Section | "plain";
const TINTS: readonly Tint[] = [...SECTIONS, "plain"];

type File = { src: string; width: number };

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

/** Returns the widths in pixels in which the site offers a picture. */
export function widthsOf({ width }: Pick<File, "width">): readonly number[] {
  const narrower = WIDTHS.filter((offered) => offered <= width);
  return narrower.length > 0 ? narrower : [WIDTHS[0]];
}

/**
 * Returns the site's path for a picture in the colours `tint`. The default width is the widest
 * width that the site offers for the picture.
 */
export function pictureAddress(
  picture: File,
  tint: Tint,
  width = widthsOf(picture).at(-1),
): string {
  const { pathname, searchParams } = new URL(picture.src, PICTURE_ORIGIN);
  const version = [VERSION, searchParams.get("v")].filter(Boolean).join("-");
  return `/media/${tint}/${width}${pathname}?v=${version}`;
}

/** A picture requested by its URL. `version` is the version of the file, if the back end reports one. */
export type AskedPicture = {
  tint: Tint;
  width: number;
  source: URL;
  version: string | undefined;
};

/** Parses the URL of a picture below /media. Returns null for a URL that `pictureAddress` cannot produce. */
export function askedPicture({ pathname, searchParams }: URL): AskedPicture | null {
  const match = /^\/media\/([a-z]+)\/(\d+)(\/.+)$/.exec(pathname);
  const tint = TINTS.find((known) => known === match?.[1]);
  const width = WIDTHS.find((offered) => String(offered) === match?.[2]);
  const path = match?.[3];
  if (!tint || !width || !path || !pictureFormat(path)) return null;
  // The request's URL must not choose the origin. Even a path can name another host ("//host").
  const [, host, rest] = /^\/@([^/]+)(\/.+)$/.exec(path) ?? [];
  if (host && !config.content.hosts.includes(host)) return null;
  const origin = host ? `https://${host}` : PICTURE_ORIGIN;
  const source = new URL(origin + (rest ?? path));
  if (source.origin !== origin) return null;
  const version = /^\d+-(.+)$/.exec(searchParams.get("v") ?? "")?.[1];
  return { tint, width, source, version };
}
