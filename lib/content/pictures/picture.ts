import type { ContentItem } from "@/contract/content/content";
import { FOCUS_MIDDLE, pictureFormat, readFocus } from "@/contract/content/media";
import { config } from "../../config";
import { PICTURE_ORIGIN } from "../picture-address";
import { ownPicture, plainText } from "../text/html";

/** Picture of a content item, from a WordPress or from the embedded content. */
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
