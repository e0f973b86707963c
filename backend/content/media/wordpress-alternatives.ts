import { z } from "zod";
import { type ContentItem, contentItemSchema } from "@/contract/content/content";
import { CONTENT_TYPES, type ContentType } from "@/contract/content/content-types";
import { namesOf } from "@/contract/content/counterparts";
import { tooLong } from "@/contract/content/texts";
import { DEFAULT_LANGUAGE, type Language, NAMED_LANGUAGES } from "@/contract/languages";
import { askService } from "../../http/ask";
import { withoutAlternative } from "./without-alternative";

/** Time limit for a request of a hundred WordPress items, in seconds. */
const PATIENCE = 30;
const PER_PAGE = 100;

/** Images without alternative text in a WordPress, one line each. */
export type Unsaid = {
  /** Featured images, which appear at the top of a page and need an alternative text. */
  wrong: string[];
  /** Images within a text, which can be decorative. */
  doubtful: string[];
};

/**
 * Finds the pictures of a WordPress without an alternative text, which blind visitors need.
 *
 * @param address the URL of the WordPress
 * @throws if the WordPress is unreachable
 */
export async function checkAlternatives(address: string): Promise<Unsaid> {
  const unsaid: Unsaid = { wrong: [], doubtful: [] };
  for (const type of CONTENT_TYPES) {
    const items = await itemsOf(address, type);
    unsaid.doubtful.push(...(await unpaired(address, type, items)));
    for (const item of items) {
      const name = `${address}: ${type}/${item.slug}`;
      const long = tooLong(item);
      if (long) unsaid.wrong.push(`${name}: ${long}: the site does not show it`);
      const media = item._embedded?.["wp:featuredmedia"]?.[0];
      if (media?.code && item.featured_media) {
        unsaid.doubtful.push(`${name}: its featured image belongs to a private or deleted text`);
      }
      if (media?.source_url && !media.alt_text?.trim())
        unsaid.wrong.push(`${name}: its featured image has no alternative text: say what it shows`);
      for (const source of withoutAlternative(item.content?.rendered ?? ""))
        unsaid.doubtful.push(`${name}: an image has no alternative text: ${source}`);
    }
  }
  return unsaid;
}

/** Returns items in other languages that are linked to no original. If one is a translation, its text appears twice. */
async function unpaired(address: string, type: ContentType, all: ContentItem[]): Promise<string[]> {
  const isOf = (language: string) => (item: ContentItem) =>
    (item.lang ?? DEFAULT_LANGUAGE) === language;
  const names = new Set(all.filter(isOf(DEFAULT_LANGUAGE)).flatMap(namesOf));
  const lines: string[] = [];
  for (const language of NAMED_LANGUAGES) {
    const others = (await itemsOf(address, type, language)).filter(isOf(language));
    const alone = others.filter((item) => !namesOf(item).some((name) => names.has(name)));
    for (const { slug } of alone) {
      lines.push(
        `${address}: ${type}/${slug} (${language}) is no translation: set translation_of if it is one`,
      );
    }
  }
  return lines;
}

/** Returns all published items of a language; an empty list if the WordPress lacks the content type. */
async function itemsOf(
  address: string,
  type: ContentType,
  lang: Language = DEFAULT_LANGUAGE,
): Promise<ContentItem[]> {
  const items: ContentItem[] = [];
  for (let page = 1; ; page++) {
    const site = address.replace(/\/+$/, "").replace(/\/wp-json$/, "");
    const url = new URL(`${site}/wp-json/wp/v2/${type}`);
    url.search = `${new URLSearchParams({ per_page: `${PER_PAGE}`, page: `${page}`, _embed: "1", lang })}`;
    const { status, json } = await askService(url, PATIENCE);
    // WordPress refuses a page after the last one, and an unknown content type.
    if (status !== 200) return items;
    const read = z.array(z.unknown()).parse(json);
    items.push(...read.flatMap((one) => contentItemSchema.safeParse(one).data ?? []));
    if (read.length < PER_PAGE) return items;
  }
}
