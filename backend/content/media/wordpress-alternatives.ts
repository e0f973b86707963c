import { z } from "zod";
import { type ContentItem, contentItemSchema } from "@/contract/content/content";
import { CONTENT_TYPES, type ContentType } from "@/contract/content/content-types";
import { namesOf } from "@/contract/content/counterparts";
import { tooLong } from "@/contract/content/texts";
import { DEFAULT_LANGUAGE, type Language, NAMED_LANGUAGES } from "@/contract/languages";
import { askService } from "../../http/ask";
import { withoutAlternative } from "./without-alternative";

/** How long a WordPress may take for a hundred items, seconds. */
const PATIENCE = 30;
const PER_PAGE = 100;

/** What a WordPress's pictures do not say, one line each. */
export type Unsaid = {
  /** Featured images, which stand at the head of a page: they have to say what they show. */
  wrong: string[];
  /** Images within a text, which may be mere ornament. */
  doubtful: string[];
};

/**
 * The pictures of a WordPress that have no alternative text; whoever does not see them is told nothing.
 *
 * @param address of the WordPress
 * @throws when it cannot be reached
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

/** The items of other languages that are nobody's counterpart: where each is a translation, its text appears twice. */
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

/** Every published item of a language; none of a type that the WordPress does not have. */
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
    // A page past the last is refused, as is a type that is not there.
    if (status !== 200) return items;
    const read = z.array(z.unknown()).parse(json);
    items.push(...read.flatMap((one) => contentItemSchema.safeParse(one).data ?? []));
    if (read.length < PER_PAGE) return items;
  }
}
