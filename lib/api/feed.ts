import { getTranslations } from "next-intl/server";
import { config } from "../config";
import { articleFeed } from "../feed";
import type { Locale } from "../i18n/routing";
import { conditional } from "./conditional";
import { listOf } from "./content";

/** Articles in a feed: readers keep what they have seen. */
const LENGTH = 20;

/** The newest articles of a language as RSS. */
export async function feedAnswer(request: Request, locale: Locale): Promise<Response> {
  const t = await getTranslations({ locale, namespace: "magazine" });
  const { items } = await listOf("posts", locale, { per_page: LENGTH });
  const own = items.filter((item) => item.locale === locale);
  const title = `${t("title")} · ${config.programmeName}`;
  const text = articleFeed(own, locale, { title, description: t("metaDescription") });
  return conditional(request, text, { "Content-Type": "application/rss+xml; charset=utf-8" });
}
