import { createHash } from "node:crypto";
import { plainSlug } from "@/contract/content/slugs";
import { LANGUAGES, type Language } from "@/contract/languages";
import { isPersonal } from "./guard";
import { PAGED_TYPES, type PagedType } from "./items";
import { SECTION_PATH, sectionOf } from "./lookup";
import { PAGES } from "./pages";

/*
 * The URLs of Open Graph images for pages, content items, and magazine subjects. The server looks up the image's text
 * and never takes it from the URL. The URL contains a version that changes with the image, so caches can keep the image
 * permanently.
 */

/** The page, content item, or magazine subject whose Open Graph image is drawn. */
export type Picture = { locale: Language } & (
  | { page: string }
  | { type: PagedType; slug: string }
  | { subject: string }
);

/** The version of the image design, a part of every image URL. Increase it after each change to the design. */
const VERSION = 4;

/** The name of the home page's Open Graph image in image URLs. */
const HOME = "home";
/** The folder of the Open Graph images of magazine subjects. It has the same name as the folder of their pages. */
const MAGAZINE = nameOf(SECTION_PATH.magazine);

/**
 * The pages with their own Open Graph image, by image name: public pages with a title in the catalogues or in the
 * content.
 */
export const PICTURED = new Map(
  PAGES.flatMap(({ path, words, text }) =>
    (words || text) && !isPersonal(path) ? [[nameOf(path), { path, words, text }] as const] : [],
  ),
);

/** Size of an Open Graph image in pixels. All social networks show this ratio uncropped. */
export const SOCIAL_SIZE = { width: 1200, height: 630 } as const;

/**
 * Returns the Open Graph image of a page, by its path without language. A page without its own image uses its section's
 * image.
 */
export function pagePicture(locale: Language, path: string): Picture {
  const own = nameOf(path);
  const page = PICTURED.has(own) ? own : nameOf(SECTION_PATH[sectionOf(path) ?? "call"]);
  return { locale, page };
}

function nameOf(path: string): string {
  return path.split("/")[1] || HOME;
}

/**
 * Returns the path of an Open Graph image on this site.
 *
 * @param state inputs of the image that are not in the path, such as its text or the editor's cover
 */
export function socialImagePath(picture: Picture, ...state: unknown[]): string {
  const hash = createHash("sha256").update(JSON.stringify(state)).digest("base64url").slice(0, 8);
  return `/og/${picture.locale}/${addressIn(picture)}.png?v=${VERSION}-${hash}`;
}

function addressIn(picture: Picture): string {
  if ("page" in picture) return picture.page;
  const [folder, name] =
    "type" in picture ? [picture.type, picture.slug] : [MAGAZINE, picture.subject];
  return `${folder}/${encodeURIComponent(name)}`;
}

/** Parses the URL of an Open Graph image. Returns null for an invalid URL. */
export function pictureAt([
  language,
  first = "",
  second,
  ...rest
]: readonly string[]): Picture | null {
  const locale = LANGUAGES.find((known) => known === language);
  const name = plainSlug(/^(.+)\.png$/.exec(second ?? first)?.[1] ?? "");
  if (!locale || !name || rest.length > 0) return null;
  if (second === undefined) return PICTURED.has(name) ? { locale, page: name } : null;
  if (first === MAGAZINE) return { locale, subject: name };
  const type = PAGED_TYPES.find((known) => known === first);
  return type ? { locale, type, slug: name } : null;
}
