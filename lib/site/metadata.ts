import type { Metadata } from "next";
import { config } from "./config";
import { type Locale, routing } from "./i18n/routing";
import { pathFor } from "./routes/path";
import { sectionOf } from "./routes/sections";
import { type Drawing, SOCIAL_SIZE, socialImagePath } from "./routes/social-image";

const OG_LOCALE: Record<Locale, string> = { it: "it_IT", en: "en_GB" };

/** What a page says of itself; the rest (canonical, hreflang, Open Graph) follows from it. */
export type PageFacts = {
  locale: Locale;
  /** Without its language: `/magazine/1`. */
  path: string;
  title: string;
  description: string;
  /** The languages the page is written in; both unless said. An untranslated text has one. */
  languages?: readonly Locale[];
  /** Makes it an article for those who share it. */
  article?: { publishedAt: string; modifiedAt: string; author: string | null; tags: string[] };
  image?: { src: string; alt: string; width: number; height: number } | null;
  /** What is drawn for those who share it when it has no picture; its section's drawing unless said. */
  drawing?: Drawing;
};

/** The full address of a path in a language, made from the configured origin alone. */
export function addressFor(locale: Locale, path: string): string {
  const localized = pathFor({ locale, path });
  return config.siteUrl + (localized === "/" ? "" : localized);
}

/** The addresses of a page in its languages, as hreflang names them; the first is everybody else's. */
export function hreflangs(languages: readonly Locale[], path: string): Record<string, string> {
  const first = languages[0] ?? routing.defaultLocale;
  const pairs = languages.map((language) => [language, addressFor(language, path)]);
  return { ...Object.fromEntries(pairs), "x-default": addressFor(first, path) };
}

/** The magazine's feed in a language. */
export function feedAddress(locale: Locale): string {
  return addressFor(locale, "/feed.xml");
}

/** The full address of a drawing for those who share a page. */
export function socialImageAddress(drawing: Drawing): string {
  return config.siteUrl + socialImagePath(drawing);
}

/** A page's metadata: title, description, canonical, its hreflang pair and Open Graph basics. */
export function pageMetadata(facts: PageFacts): Metadata {
  const { locale, path, title, description, languages = routing.locales, article, image } = facts;
  const { drawing = { section: sectionOf(path) ?? "call" } } = facts;
  // A text that is not translated has one address: where its own language lives.
  const home = languages.includes(locale) ? locale : (languages[0] ?? routing.defaultLocale);
  const openGraph = {
    title,
    description,
    url: addressFor(home, path),
    siteName: config.programmeName,
    locale: OG_LOCALE[home],
    alternateLocale: languages.filter((language) => language !== home).map((l) => OG_LOCALE[l]),
    images: [
      image
        ? { url: image.src, alt: image.alt, width: image.width, height: image.height }
        : { ...SOCIAL_SIZE, url: socialImageAddress(drawing), alt: config.programmeName },
    ],
  };
  return {
    title: { absolute: `${title} · ${config.programmeName}` },
    description,
    alternates: {
      canonical: addressFor(home, path),
      languages: hreflangs(languages, path),
      types: {
        "application/rss+xml": [{ url: feedAddress(locale), title: config.programmeName }],
      },
    },
    // Title, text and picture are those of Open Graph.
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
