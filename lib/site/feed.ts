import { Feed } from "feed";
import type { Content } from "./api/content";
import { absoluteHtml } from "./api/html";
import { config } from "./config";
import type { Locale } from "./i18n/routing";
import { addressFor, feedAddress } from "./metadata";
import { itemPath } from "./routes/items";

/** What a feed says of itself, in its language. */
export type FeedWords = { title: string; description: string };

/**
 * Articles as RSS 2.0, each with its whole text: every address is a full one, since a reader shows
 * them far from this site. The texts were cleaned when they were read.
 *
 * @param articles newest first, all in the feed's language
 */
export function articleFeed(
  articles: readonly Content[],
  locale: Locale,
  { title, description }: FeedWords,
): string {
  const feed = new Feed({
    title,
    description: escapeHtml(description),
    language: locale,
    link: addressFor(locale, "/magazine/1"),
    feedLinks: { rss: feedAddress(locale) },
    // Not when it was asked for: the same articles are always the same file.
    updated: new Date(Math.max(0, ...articles.map(({ modifiedAt }) => Date.parse(modifiedAt)))),
    generator: false,
    docs: "https://www.rssboard.org/rss-specification",
    copyright: config.programmeName,
  });
  for (const article of articles) {
    const link = addressFor(locale, itemPath("posts", article.slug));
    feed.addItem({
      title: article.title,
      id: link,
      guid: link,
      link,
      date: new Date(article.publishedAt),
      // Readers take it for HTML.
      description: escapeHtml(article.excerpt),
      // Never empty: the namespaces of the whole file hang on it.
      content: absoluteHtml(article.html, link) || `<p>${escapeHtml(article.excerpt)}</p>`,
      category: article.tags.map((name) => ({ name })),
      // RSS's own author must be a mail address; people have names.
      ...(article.author && {
        extensions: [{ name: "dc:creator", objects: { _text: article.author } }],
      }),
    });
  }
  return printable(feed.rss2());
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** XML knows no control characters, and one that slipped into a text would break the whole file. */
function printable(xml: string): string {
  return xml.replaceAll(/[^\P{Cc}\t\n\r]/gu, "");
}
