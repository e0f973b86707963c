import { Feed } from "feed";
import type { Language } from "@/contract/languages";
import type { Content } from "../api/content/content";
import { absoluteHtml } from "../api/content/text/html";
import { config } from "../config";
import { SECTION_PATH } from "../routes/lookup";
import { addressFor, feedAddress } from "./metadata";

/** A feed's own metadata, in its language. */
export type FeedWords = { title: string; description: string };

/** The forms a feed comes in, and the media type of each. */
export const FEED_TYPES = { rss: "application/rss+xml", json: "application/feed+json" } as const;
export type FeedForm = keyof typeof FEED_TYPES;

/**
 * Articles as RSS 2.0 or as a JSON Feed, each with its whole text: every URL is absolute, since a reader shows
 * them far from this site. The texts were cleaned when they were read.
 *
 * @param articles newest first, all in the feed's language; `path` is each one's, without language
 */
export function articleFeed(
  articles: readonly (Content & { path: string })[],
  locale: Language,
  { title, description }: FeedWords,
  form: FeedForm,
): string {
  const isRss = form === "rss";
  const feed = new Feed({
    title,
    description: isRss ? escapeHtml(description) : description,
    language: locale,
    link: addressFor(locale, SECTION_PATH.magazine),
    feedLinks: { [form]: feedAddress(locale, form) },
    // Not the time of the request: the same articles always give the same file.
    updated: new Date(Math.max(0, ...articles.map(({ modifiedAt }) => Date.parse(modifiedAt)))),
    generator: false,
    docs: "https://www.rssboard.org/rss-specification",
    copyright: config.programmeName,
  });
  for (const article of articles) {
    const link = addressFor(locale, article.path);
    feed.addItem({
      title: article.title,
      id: link,
      guid: link,
      link,
      date: new Date(article.publishedAt),
      // By this name a JSON Feed has it.
      published: new Date(article.publishedAt),
      // RSS readers parse it as HTML.
      description: isRss ? escapeHtml(article.excerpt) : article.excerpt,
      // Never empty: the namespaces of the whole file depend on it.
      content: absoluteHtml(article.html, link) || `<p>${escapeHtml(article.excerpt)}</p>`,
      category: article.tags.map((name) => ({ name })),
      // RSS's own author must be a mail address; people have names.
      ...(article.author && !isRss && { author: [{ name: article.author }] }),
      ...(article.author &&
        isRss && {
          extensions: [{ name: "dc:creator", objects: { _text: article.author } }],
        }),
    });
  }
  return isRss ? printable(feed.rss2()) : feed.json1();
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** XML allows no control characters, and one that slipped into a text would break the whole file. */
function printable(xml: string): string {
  return xml.replaceAll(/[^\P{Cc}\t\n\r]/gu, "");
}
