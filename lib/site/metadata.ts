import type { Metadata } from "next";
import { DEFAULT_LANGUAGE, LANGUAGE, LANGUAGES, type Language } from "@/contract/languages";
import { config } from "../config";
import type { Summary } from "../content/content";
import { pictureAddress } from "../content/picture-address";
import { type PagedType, sectionOfType } from "../routes/items";
import { sectionOf } from "../routes/lookup";
import { pathFor } from "../routes/path";
import { SECTION_HUE } from "../routes/section-hue";
import { type Picture, pagePicture, SOCIAL_SIZE, socialImagePath } from "../routes/social-image";

/** Returns a language's Open Graph locale, such as en_GB. */
const openGraphLocale = (language: Language) => LANGUAGE[language].region.replace("-", "_");

/**
 * The facts that a page declares. The site derives its canonical URL, hreflang links, and Open Graph data from these
 * facts.
 */
export type PageFacts = {
  locale: Language;
  /** The page's path without its language, such as `/magazine/1`. */
  path: string;
  /** The page's paths in other languages, where they differ from `path`. */
  paths?: Partial<Record<Language, string>>;
  title: string;
  description: string;
  /**
   * The languages in which the page exists; all languages by default. The page of an untranslated text exists in one
   * language.
   */
  languages?: readonly Language[];
  /** The Open Graph data of an article's page. */
  article?: { publishedAt: string; modifiedAt: string; author: string | null; tags: string[] };
  /** The color at the top of the page, if it differs from the section's color. */
  ground?: string;
  /** The URL of the Open Graph image. By default the page's own image. */
  drawing?: string;
  /** The text on the Open Graph image, if it differs from the page's title. */
  drawn?: string | undefined;
};

/** Returns the absolute URL of a path in a language. Uses only the configured origin, never the request's host. */
export function addressFor(locale: Language, path: string): string {
  const localized = pathFor({ locale, path });
  return config.siteUrl + (localized === "/" ? "" : localized);
}

/** Returns the URLs of a page in each of its languages, for hreflang links. The first language is also x-default. */
export function hreflangs(
  languages: readonly Language[],
  pathIn: (language: Language) => string,
): Record<string, string> {
  const first = languages[0] ?? DEFAULT_LANGUAGE;
  const pairs = languages.map((language) => [language, addressFor(language, pathIn(language))]);
  return { ...Object.fromEntries(pairs), "x-default": addressFor(first, pathIn(first)) };
}

/** Returns the URL of the magazine's feed in a language, as RSS or JSON Feed. */
export function feedAddress(locale: Language, form: "rss" | "json" = "rss"): string {
  return addressFor(locale, form === "rss" ? "/feed.xml" : "/feed.json");
}

/**
 * Returns the absolute URL of an Open Graph image. `state` lists the image's inputs that are not in the path, such as
 * its text.
 */
export function socialImageAddress(picture: Picture, ...state: unknown[]): string {
  return config.siteUrl + socialImagePath(picture, ...state);
}

/** Returns the Open Graph image URL of an item. The version in the URL changes with the image's texts and cover. */
export function itemImageAddress(type: PagedType, item: Summary): string {
  const { locale, slug, title, tags, meta, image } = item;
  return socialImageAddress({ locale, type, slug }, title, tags[0], meta, image?.src);
}

/** Returns the URL of an item's photograph, or of its Open Graph image when there is no photograph. */
export function itemPictureAddress(type: PagedType, item: Summary): string {
  if (!item.image) return itemImageAddress(type, item);
  return config.siteUrl + pictureAddress(item.image, sectionOfType(type));
}

/** Returns a page's metadata: title, description, canonical URL, hreflang links, and Open Graph data. */
export function pageMetadata(facts: PageFacts): Metadata {
  const { locale, path, title, description, languages = LANGUAGES, article } = facts;
  const section = sectionOf(path) ?? "call";
  const { ground = SECTION_HUE[section] } = facts;
  // An untranslated text has one URL, in the language of the text.
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
    // Set the browser's theme color here instead of in each page's `viewport`, because only this function knows the
    // page's section.
    other: { "theme-color": ground },
    // Twitter falls back to the Open Graph title, description, and image.
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
