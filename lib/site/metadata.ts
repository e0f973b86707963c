import type { Metadata } from "next";
import { DEFAULT_LANGUAGE, LANGUAGE, LANGUAGES, type Language } from "@/contract/languages";
import type { Summary } from "../api/content/content";
import { pictureAddress } from "../api/content/pictures/picture";
import { config } from "../config";
import { type PagedType, sectionOfType } from "../routes/items";
import { sectionOf } from "../routes/lookup";
import { pathFor } from "../routes/path";
import { SECTION_HUE } from "../routes/sections";
import { type Picture, pagePicture, SOCIAL_SIZE, socialImagePath } from "../routes/social-image";

/** A language as Open Graph names it: en_GB. */
const openGraphLocale = (language: Language) => LANGUAGE[language].region.replace("-", "_");

/** What a page declares about itself; the rest (canonical, hreflang, Open Graph) follows from it. */
export type PageFacts = {
  locale: Language;
  /** Without its language: `/magazine/1`. */
  path: string;
  /** Where it is called otherwise in another language. */
  paths?: Partial<Record<Language, string>>;
  title: string;
  description: string;
  /** The languages the page is written in; both unless said. An untranslated text has one. */
  languages?: readonly Language[];
  /** Makes it an Open Graph article. */
  article?: { publishedAt: string; modifiedAt: string; author: string | null; tags: string[] };
  /** The colour it begins with, where that is not its section's field. */
  ground?: string;
  /** The URL of its Open Graph image; the page's own by default. */
  drawing?: string;
  /** What that image says, where it is not the page's own title. */
  drawn?: string | undefined;
};

/** The absolute URL of a path in a language, made from the configured origin alone. */
export function addressFor(locale: Language, path: string): string {
  const localized = pathFor({ locale, path });
  return config.siteUrl + (localized === "/" ? "" : localized);
}

/** The URLs of a page in its languages, for hreflang; the first is x-default. */
export function hreflangs(
  languages: readonly Language[],
  pathIn: (language: Language) => string,
): Record<string, string> {
  const first = languages[0] ?? DEFAULT_LANGUAGE;
  const pairs = languages.map((language) => [language, addressFor(language, pathIn(language))]);
  return { ...Object.fromEntries(pairs), "x-default": addressFor(first, pathIn(first)) };
}

/** The magazine's feed in a language: RSS, or a JSON Feed. */
export function feedAddress(locale: Language, form: "rss" | "json" = "rss"): string {
  return addressFor(locale, form === "rss" ? "/feed.xml" : "/feed.json");
}

/** The absolute URL of an Open Graph drawing; `state` is what it depends on besides. */
export function socialImageAddress(picture: Picture, ...state: unknown[]): string {
  return config.siteUrl + socialImagePath(picture, ...state);
}

/** The same of an item: whatever it may say or be drawn as is part of the URL's version. */
export function itemImageAddress(type: PagedType, item: Summary): string {
  const { locale, slug, title, tags, meta, image } = item;
  return socialImageAddress({ locale, type, slug }, title, tags[0], meta, image?.src);
}

/** The address of an item's photograph; without one, of the picture it is shared with. */
export function itemPictureAddress(type: PagedType, item: Summary): string {
  if (!item.image) return itemImageAddress(type, item);
  return config.siteUrl + pictureAddress(item.image, sectionOfType(type));
}

/** A page's metadata: title, description, canonical, its hreflang pair and Open Graph basics. */
export function pageMetadata(facts: PageFacts): Metadata {
  const { locale, path, title, description, languages = LANGUAGES, article } = facts;
  const section = sectionOf(path) ?? "call";
  const { ground = SECTION_HUE[section] } = facts;
  // An untranslated text has one URL: the one in its own language.
  const home = languages.includes(locale) ? locale : (languages[0] ?? DEFAULT_LANGUAGE);
  const pathIn = (language: Language) => facts.paths?.[language] ?? path;
  const { drawn = title } = facts;
  const { drawing = socialImageAddress(pagePicture(home, path), drawn) } = facts;
  const openGraph = {
    title,
    description,
    url: addressFor(home, pathIn(home)),
    siteName: config.programmeName,
    locale: openGraphLocale(home),
    alternateLocale: languages.filter((language) => language !== home).map(openGraphLocale),
    images: [{ ...SOCIAL_SIZE, url: drawing, alt: drawn }],
  };
  return {
    title: { absolute: `${title} · ${config.programmeName}` },
    description,
    alternates: {
      canonical: addressFor(home, pathIn(home)),
      languages: hreflangs(languages, pathIn),
      types: {
        "application/rss+xml": [{ url: feedAddress(locale), title: config.programmeName }],
        "application/feed+json": [
          { url: feedAddress(locale, "json"), title: config.programmeName },
        ],
      },
    },
    // Not in a `viewport` of each page: here the section is known, whose field a browser's bar goes on.
    other: { "theme-color": ground },
    // Title, description and image are the Open Graph ones.
    twitter: { card: "summary_large_image" },
    openGraph: article
      ? {
          ...openGraph,
          type: "article",
          publishedTime: article.publishedAt,
          modifiedTime: article.modifiedAt,
          ...(article.author && { authors: [article.author] }),
          tags: article.tags,
        }
      : { ...openGraph, type: "website" },
  };
}
