import { createHash } from "node:crypto";
import { plainSlug } from "@/contract/content/slugs";
import { LANGUAGES, type Language } from "@/contract/languages";
import { isPersonal } from "./guard";
import { PAGED_TYPES, type PagedType } from "./items";
import { SECTION_PATH, sectionOf } from "./lookup";
import { PAGES } from "./pages";

/*
 * The URLs of Open Graph images, in a language each: of a page, by the first segment of its path, of an item, or of a
 * subject of the magazine. What the picture says is looked up, never taken from the URL. The URL's version changes with
 * all that its drawing depends on, so that it may be cached for ever.
 */

/** What is drawn. */
export type Picture = { locale: Language } & (
  | { page: string }
  | { type: PagedType; slug: string }
  | { subject: string }
);

/** Raised whenever the same thing is drawn differently. */
const VERSION = 4;

/** How the picture of the home page is called. */
const HOME = "home";
/** The folder of the magazine's subjects, as that of their pages. */
const MAGAZINE = nameOf(SECTION_PATH.magazine);

/** The pages with a picture of their own, by its name: those whose title is in the catalogues, or is that of their text. */
export const PICTURED = new Map(
  PAGES.flatMap(({ path, words, text }) =>
    (words || text) && !isPersonal(path) ? [[nameOf(path), { path, words, text }] as const] : [],
  ),
);

/** Pixels; the ratio every network shows uncropped. */
export const SOCIAL_SIZE = { width: 1200, height: 630 } as const;

/** The picture of a page, by its path without language; of its section where it has none of its own. */
export function pagePicture(locale: Language, path: string): Picture {
  const own = nameOf(path);
  const page = PICTURED.has(own) ? own : nameOf(SECTION_PATH[sectionOf(path) ?? "call"]);
  return { locale, page };
}

function nameOf(path: string): string {
  return path.split("/")[1] || HOME;
}

/**
 * The path of a picture on this site.
 *
 * @param state what it depends on besides its address: its words, the cover its editor chose
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

/** What a URL below /og requests; null if invalid. */
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
