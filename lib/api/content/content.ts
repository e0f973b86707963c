import { setImmediate } from "node:timers/promises";
import { unstable_cache } from "next/cache";
import { cache } from "react";
import { z } from "zod";
import {
  type ContentItem,
  type ContentQuery,
  contentItemSchema,
  listContent,
} from "@/contract/content/content";
import type { ContentType } from "@/contract/content/content-types";
import { tooLong } from "@/contract/content/texts";
import { type Language, languageOf } from "@/contract/languages";
import { config } from "../../config";
import { addressOf, errorOf } from "../client";
import { ApiError } from "../error";
import { contentBase, sendContent } from "../transport";
import { noteContent, orLastGood } from "./last-good";
import { type Picture, pictureOf } from "./pictures/picture";
import { cleanHtml, plainText } from "./text/html";

/** Seconds a content page is served before it is revalidated in the background. */
export const CONTENT_REVALIDATE = config.content.revalidate;

/** The cache tag that revalidates everything, or one type: `content`, `content:posts`. */
export function contentTag(type?: ContentType): string {
  return type ? `content:${type}` : "content";
}

/** A piece of content as pages show it: texts decoded, HTML cleaned, dates as ISO instants. */
export type Content = {
  type: ContentType;
  slug: string;
  /** Of the item itself: a page may show an item of the default language for want of its own. */
  locale: Language;
  status: string;
  title: string;
  excerpt: string;
  html: string;
  publishedAt: string;
  modifiedAt: string;
  author: string | null;
  tags: string[];
  /** Null: the cover is drawn from the slug. */
  image: Picture | null;
  /** Strings only; the keys are those of the type. */
  meta: Record<string, string>;
};

/** What lists show of an item: everything but its text. */
export type Summary = Omit<Content, "html">;

export type ContentPage = { items: Content[]; total: number; pages: number };

type Read = Omit<ContentQuery, "lang" | "context" | "_embed">;

/** One page of a type, newest first unless said otherwise. A page past the last one has no items. */
export const listOf = cache(
  (type: ContentType, locale: Language, read: Read = {}): Promise<ContentPage> =>
    kept(type, [type, locale, JSON.stringify(read)], () =>
      fetchPage(type, locale, read, contentOf),
    ),
);

/** A read of published content as pages make it: cached, revalidated by tag, and never worse than before. */
function kept<T>(type: ContentType, key: string[], read: () => Promise<T>): Promise<T> {
  return unstable_cache(() => orLastGood(key.join(" "), read), key, {
    tags: [contentTag(), contentTag(type)],
    revalidate: CONTENT_REVALIDATE,
  })();
}

/** Every item of a type, page after page. */
export async function allOf(
  type: ContentType,
  locale: Language,
  read: Read = {},
): Promise<Content[]> {
  const first = await listOf(type, locale, { ...read, per_page: 100 });
  const rest = await Promise.all(
    Array.from({ length: Math.max(0, first.pages - 1) }, (_, index) =>
      listOf(type, locale, { ...read, per_page: 100, page: index + 2 }),
    ),
  );
  return [first, ...rest].flatMap(({ items }) => items);
}

/**
 * Every published item of a type without its text, newest first, as the back end has them in this
 * language. A single cache entry, whatever is requested: unknown slugs must not fill the cache.
 */
export const summariesOf = cache(
  (type: ContentType, locale: Language): Promise<Summary[]> =>
    kept(type, ["summaries", type, locale], () => fetchSummaries(type, locale)),
);

/** The same, asked of the back end at once. */
export async function fetchSummaries(type: ContentType, locale: Language): Promise<Summary[]> {
  const summaries: Summary[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const read = await fetchPage(type, locale, { page, per_page: 100 }, summaryOf);
    pages = read.pages;
    summaries.push(...read.items);
  }
  return summaries;
}

/** One published item; null when there is none with that slug. */
export async function readOne(
  type: ContentType,
  slug: string,
  locale: Language,
): Promise<Content | null> {
  const { items } = await listOf(type, locale, { slug, per_page: 1 });
  return items[0] ?? null;
}

/**
 * An item as it will be: its draft if there is one, else whatever state it is in (awaiting approval,
 * scheduled, published), with any changes not published yet. Fetched from the back
 * end with credentials, and never cached. Null when there is none; throws without credentials.
 */
export async function readDraft(
  type: ContentType,
  slug: string,
  locale: Language,
): Promise<Content | null> {
  if (!config.content.credentials) throw new Error("drafts need CONTENT_CREDENTIALS");
  const item = await findDraft(type, slug, locale);
  return item && contentOf(type, await withAutosave(type, item));
}

async function findDraft(type: ContentType, slug: string, locale: Language) {
  const draft = await askPage(type, locale, { status: "draft", slug, per_page: 1 });
  if (draft.items[0]) return draft.items[0];
  const any = await askPage(type, locale, { status: "any", slug, per_page: 1 });
  if (any.items[0]) return any.items[0];
  // WordPress writes a slug only when an item is published: until then it reports which slug it would be.
  const newest = await askPage(type, locale, { status: "draft", per_page: 100 });
  return newest.items.find((item) => item.generated_slug === slug) ?? null;
}

/** What an editor changed in a text and did not publish: WordPress keeps it as an autosave. */
async function withAutosave(type: ContentType, item: ContentItem): Promise<ContentItem> {
  if (!config.content.url) return item;
  const address = `${contentBase}${listContent[type].path}/${item.id}/autosaves?context=edit`;
  const response = await answered(new Request(address, { headers: asEditor() }));
  if (!response.ok) return item;
  const saves = z.array(autosaveSchema).safeParse(await response.json().catch(() => null));
  const newer = saves.data?.filter(({ modified_gmt }) => modified_gmt > item.modified_gmt) ?? [];
  const newest = newer.toSorted((a, b) => (a.modified_gmt < b.modified_gmt ? 1 : -1))[0];
  return newest ? { ...item, ...newest, status: "changed" } : item;
}

const autosaveSchema = contentItemSchema.pick({
  modified_gmt: true,
  title: true,
  content: true,
  excerpt: true,
});

function asEditor(): Record<string, string> {
  const { credentials } = config.content;
  if (!credentials) return {};
  return { Authorization: `Basic ${Buffer.from(credentials).toString("base64")}` };
}

async function fetchPage<T>(
  type: ContentType,
  locale: Language,
  read: Read,
  shown: (type: ContentType, item: ContentItem) => T,
): Promise<Omit<ContentPage, "items"> & { items: T[] }> {
  try {
    const page = await askPage(type, locale, read);
    noteContent(true);
    const items: T[] = [];
    for (const item of page.items) {
      items.push(shown(type, item));
      // A hundred long texts must not keep everybody else waiting until the last one is cleaned.
      await setImmediate();
    }
    return { ...page, items };
  } catch (error) {
    noteContent(false);
    throw error;
  }
}

type AskedPage = Omit<ContentPage, "items"> & { items: ContentItem[] };

async function askPage(type: ContentType, locale: Language, read: Read): Promise<AskedPage> {
  const query = { ...read, _embed: "1", ...(read.status && { context: "edit" }) };
  const headers = read.status ? asEditor() : {};
  const address = contentBase + addressOf(listContent[type], { locale, query });
  const response = await answered(new Request(address, { headers }));
  if (!response.ok) {
    const error = await errorOf(response);
    // A type that WordPress does not have is an empty list; so is a page past the last one.
    if (error.code === "rest_no_route") return noType(type);
    if (error.code === "rest_post_invalid_page_number") return { items: [], total: 0, pages: 0 };
    throw error;
  }
  const items = z.array(z.unknown()).parse(await response.json());
  return {
    items: items.flatMap((item) => readItem(type, item)),
    total: Number(response.headers.get("X-WP-Total")) || items.length,
    pages: Number(response.headers.get("X-WP-TotalPages")) || 1,
  };
}

/** One malformed item must not take the whole list down. */
function readItem(type: ContentType, given: unknown): ContentItem[] {
  const parsed = contentItemSchema.safeParse(given);
  const wrong = parsed.success ? tooLong(parsed.data) : parsed.error.message;
  if (parsed.success && !wrong) return [parsed.data];
  const { id } = z.object({ id: z.unknown() }).catch({ id: "?" }).parse(given);
  console.error(`content: ${type} ${id} left out`, wrong);
  return [];
}

async function answered(request: Request): Promise<Response> {
  try {
    return await sendContent(request);
  } catch (cause) {
    throw new ApiError("network", 0, { cause });
  }
}

const missing = new Set<ContentType>();

function noType(type: ContentType): AskedPage {
  if (!missing.has(type))
    console.warn(`content: the back end has no type "${type}", shown as empty`);
  missing.add(type);
  return { items: [], total: 0, pages: 0 };
}

function contentOf(type: ContentType, item: ContentItem): Content {
  return { ...summaryOf(type, item), html: cleanHtml(item.content?.rendered ?? "") };
}

function summaryOf(type: ContentType, item: ContentItem): Summary {
  const embedded = item._embedded;
  const tags = embedded?.["wp:term"]?.flat().flatMap(({ name }) => (name ? [plainText(name)] : []));
  const strings = Object.entries(item.meta).filter((entry): entry is [string, string] => {
    return typeof entry[1] === "string" && entry[1] !== "";
  });
  const meta = Object.fromEntries(strings.map(([key, value]) => [key, plainText(value)]));
  const title = plainText(item.title.rendered);
  return {
    type,
    slug: item.slug || (item.generated_slug ?? ""),
    locale: languageOf(item.lang),
    status: item.status,
    title,
    // WordPress truncates where it has no excerpt, and marks it with brackets.
    excerpt: plainText(item.excerpt?.rendered ?? "").replace(/(?<!\s)\s*\[…\]$/, "…"),
    publishedAt: instantOf(item.date_gmt),
    modifiedAt: instantOf(item.modified_gmt),
    author: embedded?.author?.[0]?.name ?? null,
    tags: tags ?? [],
    image: pictureOf(embedded?.["wp:featuredmedia"]?.[0], { title, focus: meta.focus }),
    meta,
  };
}

/** WordPress writes UTC without saying so. */
function instantOf(gmt: string): string {
  const date = new Date(/Z$/.test(gmt) ? gmt : `${gmt}Z`);
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString();
}
