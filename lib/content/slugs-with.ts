import { z } from "zod";
import { listContent } from "@/contract/content/content";
import type { ContentType } from "@/contract/content/content-types";
import { plainSlug } from "@/contract/content/slugs";
import { type Language, languageOf } from "@/contract/languages";
import { addressOf, errorOf } from "../api/client";
import { contentBase } from "../api/transport";
import { named, sendPublic } from "./content";

/** Maximum number of items of a content type that a search reads. WordPress returns no more per request. */
const MOST = 100;

const foundSchema = z.array(z.object({ slug: z.string(), lang: z.string().optional() }));

/**
 * Returns the slug and language of published items of a content type that contain all given words, as WordPress's
 * `search` finds them. Never cached, because visitors can search for anything.
 */
export async function slugsWith(
  type: ContentType,
  words: string,
  locale: Language,
): Promise<{ slug: string; locale: Language }[]> {
  const query = { search: words, per_page: MOST, ...named(locale) };
  const address = contentBase + addressOf(listContent[type], { locale, query });
  const response = await sendPublic(new Request(address));
  if (!response.ok) {
    const error = await errorOf(response);
    // If WordPress does not have the content type, the search finds nothing.
    if (error.code === "rest_no_route") return [];
    throw error;
  }
  const items = foundSchema.parse(await response.json());
  return items.map(({ slug, lang }) => ({ slug: plainSlug(slug), locale: languageOf(lang) }));
}
