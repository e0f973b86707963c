import { z } from "zod";
import { type ContentItem, contentItemSchema } from "@/contract/content/content";
import { CONTENT_TYPES, type ContentType } from "@/contract/content/content-types";
import { tooLong } from "@/contract/content/texts";
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
    for (const item of await itemsOf(address, type)) {
      const name = `${address}: ${type}/${item.slug}`;
      const long = tooLong(item);
      if (long) unsaid.wrong.push(`${name}: ${long}: the site does not show it`);
      const media = item._embedded?.["wp:featuredmedia"]?.[0];
      if (media?.source_url && !media.alt_text?.trim())
        unsaid.wrong.push(`${name}: its featured image has no alternative text: say what it shows`);
      for (const source of withoutAlternative(item.content?.rendered ?? ""))
        unsaid.doubtful.push(`${name}: an image has no alternative text: ${source}`);
    }
  }
  return unsaid;
}

/** Every published item; none of a type that the WordPress does not have. */
async function itemsOf(address: string, type: ContentType): Promise<ContentItem[]> {
  const items: ContentItem[] = [];
  for (let page = 1; ; page++) {
    const site = address.replace(/\/+$/, "").replace(/\/wp-json$/, "");
    const url = new URL(`${site}/wp-json/wp/v2/${type}`);
    url.search = `${new URLSearchParams({ per_page: `${PER_PAGE}`, page: `${page}`, _embed: "1" })}`;
    const { status, json } = await askService(url, PATIENCE);
    // A page past the last is refused, as is a type that is not there.
    if (status !== 200) return items;
    const read = z.array(z.unknown()).parse(json);
    items.push(...read.flatMap((one) => contentItemSchema.safeParse(one).data ?? []));
    if (read.length < PER_PAGE) return items;
  }
}
