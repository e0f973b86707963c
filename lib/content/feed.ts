import { getTranslations } from "next-intl/server";
import { typesWith } from "@/contract/content/content-types";
import type { Language } from "@/contract/languages";
import { conditional } from "../api/conditional";
import { config } from "../config";
import { itemPath } from "../routes/items";
import { articleFeed, FEED_TYPES, type FeedForm } from "../site/feed";
import { listOf } from "./content";

/** Number of articles in a feed. Feed readers keep older articles themselves. */
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
