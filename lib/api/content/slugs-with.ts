import { z } from "zod";
import { type ContentType, listContent } from "@/contract/content";
import type { Locale } from "../i18n/routing";
import { addressOf, errorOf } from "./client";
import { contentBase, sendContent } from "./transport";

/** Items of a type a search looks at: WordPress gives no more at once. */
const MOST = 100;

const foundSchema = z.array(z.object({ slug: z.string(), lang: z.string().optional() }));

/**
 * Which published items of a type have some words in them, as the back end searches (WordPress's
 * `search`): their slugs, each with the language of the item. Never kept: people may ask for anything.
 */
export async function slugsWith(
  type: ContentType,
  words: string,
  locale: Locale,
): Promise<{ slug: string; locale: Locale }[]> {
  const query = { search: words, per_page: MOST };
  const address = contentBase + addressOf(listContent[type], { locale, query });
  const response = await sendContent(new Request(address));
  if (!response.ok) {
    const error = await errorOf(response);
    // A type that the WordPress does not have holds nothing to be found.
    if (error.code === "rest_no_route") return [];
    throw error;
  }
  const items = foundSchema.parse(await response.json());
  return items.map(({ slug, lang }) => ({ slug, locale: lang === "en" ? "en" : "it" }));
}
