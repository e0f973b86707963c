import { timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import type { z } from "zod";
import {
  type ContentItem,
  contentItemSchema,
  contentQuerySchema,
  listContent,
} from "@/contract/content/content";
import { CONTENT_TYPES } from "@/contract/content/content-types";
import { isPictureName, MEDIA_PATH } from "@/contract/content/media";
import { INERT, policyText } from "@/contract/content-policy";
import type { Places } from "@/contract/evaluation/funnel";
import { fold } from "@/contract/text/normalize-text";
import { Failure, fail } from "../http/failure";
import { parseWith, readLanguage } from "../http/parse";
import { type Entry, escapeHtml, type Library, type Pictured } from "./library";
import type { Measured, Media } from "./media/files";

type Query = z.output<typeof contentQuerySchema>;

export type ContentDependencies = {
  library: Library;
  /** Returns the current edition's number of places per selection stage, which content texts quote. */
  places: () => Promise<Readonly<Places> | undefined>;
  media: Media;
  now: () => Date;
  /** Credentials with access to drafts, as `user:application password`. Null disables access to drafts. */
  credentials: string | null;
};

/**
 * Serves the content types in the format of standard WordPress. Without a database, content texts quote the default
 * number of places per selection stage.
 */
export function contentApp(deps: ContentDependencies): Hono {
  const app = new Hono({ strict: false });
  for (const type of CONTENT_TYPES) {
    app.get(`/wp-json/${listContent[type].path}`, async (context) => {
      const url = new URL(context.req.url);
      const query = parseWith(contentQuerySchema, Object.fromEntries(url.searchParams));
      if (query.status !== "publish" || query.context === "edit")
        requireEditor(context.req.raw, deps);
      const found = select(
        deps.library(type, readLanguage(url), await deps.places()),
        query,
        deps.now(),
      );
      const pages = Math.ceil(found.length / query.per_page);
      if (query.page > Math.max(pages, 1)) fail("rest_post_invalid_page_number");
      const start = (query.page - 1) * query.per_page;
      const items = await Promise.all(
        found
          .slice(start, start + query.per_page)
          .map((entry) => shown(entry, query, deps, url.origin)),
      );
      return Response.json(items, {
        headers: {
          "X-WP-Total": String(found.length),
          "X-WP-TotalPages": String(pages),
          "Cache-Control": query.status === "publish" ? "public, max-age=0" : "private, no-store",
        },
      });
    });
  }
  app.get(`${MEDIA_PATH}:name`, async (context) => {
    const picture = await deps.media.read(context.req.param("name") ?? "");
    if (!picture) return fail("not_found");
    return new Response(new Uint8Array(picture.bytes), {
      headers: {
        "Content-Type": picture.type,
        "Content-Security-Policy": policyText(INERT),
        "Cache-Control": "public, max-age=0",
        ETag: `"${picture.version}"`,
      },
    });
  });
  return app;
}

function requireEditor(request: Request, { credentials }: ContentDependencies): void {
  const given = /^Basic\s+(\S.*)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (!credentials || !given) throw new Failure("not_authenticated");
  // Removes the spaces before comparing application passwords. WordPress shows these passwords with spaces, but accepts
  // them with or without spaces.
  const plain = (text: string) => Buffer.from(text.replaceAll(" ", ""));
  const [mine, theirs] = [plain(credentials), plain(Buffer.from(given, "base64").toString())];
  if (mine.length !== theirs.length || !timingSafeEqual(mine, theirs)) fail("not_authenticated");
}

function select(entries: readonly Entry[], query: Query, now: Date): Entry[] {
  const words = fold(query.search ?? "")
    .split(/\s+/)
    .filter(Boolean);
  return entries
    .filter((entry) => query.status === "any" || query.status === statusOf(entry, now))
    .filter(({ item }) => !query.slug || query.slug.split(",").includes(item.slug))
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .toSorted((a, b) => order(a, b, query));
}

/**
 * Returns the status of an item as WordPress names it. An item with a future date appears automatically on that date.
 */
const statusOf = ({ item, publishedAt }: Entry, now: Date) =>
  item.status === "publish" && publishedAt > now ? "future" : item.status;

function order(a: Entry, b: Entry, { orderby, order: direction }: Query): number {
  const value = ({ item }: Entry): string | number =>
    ({
      date: item.date_gmt,
      modified: item.modified_gmt,
      title: fold(item.title.rendered),
      slug: item.slug,
      id: item.id,
    })[orderby];
  const [left, right] = [value(a), value(b)];
  // The slug decides the order of items with equal sort values, so that no item appears on two pages.
  const sign = left === right ? a.item.slug.localeCompare(b.item.slug) : left < right ? -1 : 1;
  return direction === "asc" ? sign : -sign;
}

async function shown(
  entry: Entry,
  query: Query,
  { media, now }: ContentDependencies,
  origin: string,
) {
  const { item, picture } = entry;
  const status = statusOf(entry, now());
  const { _embedded, ...rest }: ContentItem = contentItemSchema.parse({
    ...item,
    status,
    ...(item.content && {
      content: { rendered: await measuredText(item.content.rendered, media) },
    }),
  });
  if (query._embed === undefined) return rest;
  const featured = picture && (await featuredMedia(picture, media, origin));
  return {
    ...rest,
    _embedded: { ..._embedded, ...(featured && { "wp:featuredmedia": [featured] }) },
  };
}

/** Matches a picture of `content/media` in a text. */
const OWN_IMAGE = new RegExp(`<img\\b([^<>]*?\\bsrc="${MEDIA_PATH}([^"?]+))("[^<>]*)`, "g");

/** Adds the version and the size of each picture of `content/media` to a text. A size that the editor wrote stays. */
async function measuredText(html: string, media: Media): Promise<string> {
  const names = new Set([...html.matchAll(OWN_IMAGE)].map(([, , name = ""]) => name));
  const known = new Map<string, Measured | null>();
  for (const name of names) if (isPictureName(name)) known.set(name, await media.measured(name));
  return html.replaceAll(OWN_IMAGE, (whole, start: string, name: string, rest: string) => {
    const found = known.get(name);
    if (!found) return whole;
    const size = /\swidth=/.test(start + rest)
      ? ""
      : ` width="${found.width}" height="${found.height}"`;
    return `<img${size}${start}?v=${found.version}${rest}`;
  });
}

/** Returns a picture in WordPress's format for embedded media. Returns undefined for an unusable picture. */
async function featuredMedia({ name, alt, credit }: Pictured, media: Media, origin: string) {
  const measured = await media.measured(name);
  if (!measured) return undefined;
  const { version, ...size } = measured;
  return {
    source_url: `${origin}${MEDIA_PATH}${name}?v=${version}`,
    alt_text: alt,
    caption: { rendered: credit ? `<p>${escapeHtml(credit)}</p>` : "" },
    media_details: size,
  };
}
