import { Feed } from "feed";
import { getTranslations } from "next-intl/server";
import { typesWith } from "@/contract/content/content-types";
import type { Language } from "@/contract/languages";
import { conditional } from "../api/conditional";
import { config } from "../config";
import type { Content } from "../content/content";
import { listOf } from "../content/content";
import { absoluteHtml } from "../content/text/html";
import { itemPath } from "../routes/items";
import { SECTION_PATH } from "../routes/lookup";
import { addressFor, feedAddress } from "./metadata";

/** The title and description of a feed in its language. */
export type FeedWords = { title: string; description: string };

/** The formats of a feed, each with its media type. */
export const FEED_TYPES = { rss: "application/rss+xml", json: "application/feed+json" } as const;
export type FeedForm = keyof typeof FEED_TYPES;

/**
 * Returns articles as RSS 2.0 or JSON Feed, with their full text. All URLs are absolute, because feed readers show
 * articles on other sites. The texts must be sanitized.
 *
 * @param articles newest first, in the feed's language; `path` is the article's path without language
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
    // Use the time of the last modification, not of the request, so that unchanged articles give an identical file.
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
      // The feed library takes a JSON Feed's publication date from `published`, not from `date`.
      published: new Date(article.publishedAt),
      // Escape the description in RSS, because RSS readers interpret it as HTML.
      description: isRss ? escapeHtml(article.excerpt) : article.excerpt,
      // The content must not be empty, because the feed library declares the file's XML namespaces only with content.
      content: absoluteHtml(article.html, link) || `<p>${escapeHtml(article.excerpt)}</p>`,
      category: article.tags.map((name) => ({ name })),
      // RSS requires an email address as the `author`, but authors have only names on this site.
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

/** Removes control characters from a feed. XML forbids them, and one control character makes the whole file invalid. */
function printable(xml: string): string {
  return xml.replaceAll(/[^\P{Cc}\t\n\r]/gu, "");
}

/** Number of articles in a feed. Feed readers store older articles themselves. */
const LENGTH = 20;

/** Returns the newest articles of a language as RSS or as a JSON Feed. */
export async function feedAnswer(
  request: Request,
  locale: Language,
  form: FeedForm = "rss",
): Promise<Response> {
  const t = await getTranslations({ locale, namespace: "magazine" });
  const newest = await Promise.all(
    typesWith("feed").map(async (type) => {
      const { items } = await listOf(type, locale, { per_page: LENGTH });
      return items.map((item) => ({ ...item, path: itemPath(type, item.slug) }));
    }),
  );
  const own = newest
    .flat()
    .filter((item) => item.locale === locale)
    .sort((a, b) => b.publishedAt.localeCompare(a.publishedAt))
    .slice(0, LENGTH);
  const title = `${t("title")} · ${config.programmeName}`;
  const text = articleFeed(own, locale, { title, description: t("metaDescription") }, form);
  return conditional(request, text, { "Content-Type": `${FEED_TYPES[form]}; charset=utf-8` });
}
