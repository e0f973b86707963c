import { setImmediate } from "node:timers/promises";
import { unstable_cache } from "next/cache";
import { draftMode } from "next/headers";
import { cache } from "react";
import { z } from "zod";
import {
  type ContentItem,
  type ContentQuery,
  contentItemSchema,
  featuredMediaSchema,
  listContent,
} from "@/contract/content/content";
import { type Finding, isNoSubject, rejectionOf } from "@/contract/content/content-check";
import type { ContentType } from "@/contract/content/content-types";
import { namesOf } from "@/contract/content/counterparts";
import { linkAddress } from "@/contract/content/links";
import { plainSlug } from "@/contract/content/slugs";
import { tooLong } from "@/contract/content/texts";
import { type Language, languageOf } from "@/contract/languages";
import { CONTENT_TAG } from "@/contract/service";
import { addressOf, errorOf } from "../api/client";
import { ApiError } from "../api/error";
import { contentBase, sendContent } from "../api/transport";
import { config } from "../config";
import { perProcess } from "../per-process";
import { turns } from "../turns";
import { isPaused, keepGood, lastGood, noteContent, orLastGood, pauseEnd } from "./last-good";
import { type Picture, pictureOf } from "./pictures/picture";
import { cleanHtml, plainText } from "./text/html";
import { keepLinks } from "./text/own-links";

/** Seconds after which a served content page is revalidated in the background. */
export const CONTENT_REVALIDATE = config.content.revalidate;

/** Returns the cache tag of all content (`content`) or of one type (`content:posts`). */
export function contentTag(type?: ContentType): string {
  return type ? `${CONTENT_TAG}:${type}` : CONTENT_TAG;
}

/** A content item as pages show it: decoded texts, sanitised HTML, and dates as ISO instants. */
export type Content = {
  type: ContentType;
  /**
   * Number of the content item in the back end. `translations` has the numbers of its translations, if a language
   * plugin reports them.
   */
  id?: number;
  translations?: Partial<Record<string, number>>;
  slug: string;
  /** True for a draft without a stored slug. WordPress generates its slug from the title. */
  isSlugGenerated?: true;
  /** Former slugs of the content item, which redirect to it. */
  aliases?: string[];
  /** Language of the content item. A page in another language can show an untranslated item of the default language. */
  locale: Language;
  status: string;
  /** True for a content item with a password, which only previews show. */
  isProtected?: true;
  /** True for an article that stays at the top of the magazine. */
  isSticky?: true;
  title: string;
  excerpt: string;
  html: string;
  publishedAt: string;
  modifiedAt: string;
  author: string | null;
  tags: string[];
  /** Picture of the content item. Null for an item without a picture: pages then draw a cover from the item's slug. */
  image: Picture | null;
  /** Fields of the content item that depend on its type, as strings. */
  meta: Record<string, string>;
};

/** A content item without its text, as lists show it. */
export type Summary = Omit<Content, "html">;

export type ContentPage = { items: Content[]; total: number; pages: number };

type Read = Omit<ContentQuery, "lang" | "context" | "_embed" | "status"> & { status?: string };

/** Returns one page of a content type's items, newest first by default. A page after the last one is empty. */
export const listOf = cache(
  (type: ContentType, locale: Language, read: Read = {}): Promise<ContentPage> =>
    kept(type, [type, locale, JSON.stringify(read)], () => fetchPage(type, locale, read)),
);

/**
 * Reads published content through Next's cache, which drops a result when one of the result's cache tags is
 * invalidated. If a read fails, returns the last good result.
 */
async function kept<T>(
  type: ContentType,
  key: string[],
  read: () => Promise<T>,
  standIn?: () => T | undefined,
): Promise<T> {
  const name = key.join(" ");
  const readOrLast = () => orLastGood(name, read, undefined, standIn);
  // In a preview, Next does not use its cache. To avoid requests to the content back end, return the result that this
  // process read last. Read only if this process has no result yet.
  if (await isPreview()) return lastGood<T>(name) ?? readOrLast();
  return unstable_cache(readOrLast, key, {
    tags: [contentTag(), contentTag(type)],
    revalidate: CONTENT_REVALIDATE,
  })();
}

/** Reports whether this render is a preview. Returns false outside of requests, such as in a build. */
const isPreview = cache(async () => {
  try {
    return (await draftMode()).isEnabled;
  } catch {
    return false;
  }
});

/** Returns every item of a content type, with its text. */
export function allOf(type: ContentType, locale: Language): Promise<Content[]> {
  return kept(type, ["all", type, locale], async () =>
    shownBy(contentOf, type, await recentList(type, locale)),
  );
}

type List = { items: readonly ContentItem[]; began: number };
/**
 * The most recently read content lists, with texts, by type and language. Each list has the time (ms) when its read
 * began.
 */
const lists = perProcess("content-lists", () => new Map<string, List>());

/**
 * Running reads of content lists, by type and language. An invalidation removes the affected reads, because their
 * results are already outdated.
 */
const running = perProcess("content-running", () => new Map<string, Promise<ContentItem[]>>());

/**
 * Milliseconds for which pages share a content list, unless a change is reported. This is a fifth of the time for which
 * pages stay cached, at least 5 seconds.
 */
const SHARED = Math.max(5_000, CONTENT_REVALIDATE * 200);

/**
 * Returns a content list: a recently read list, the result of a running read, or a newly read list. A preview gets the
 * list that was read last, even if the list is old. If the read fails, returns the last list. After an invalidation,
 * the list is read before the pages expire, so the list already contains the change.
 */
async function recentList(type: ContentType, locale: Language): Promise<readonly ContentItem[]> {
  const key = `${type} ${locale}`;
  const last = lists.get(key);
  const isFresh = last && Date.now() - last.began < SHARED;
  if (last && (isFresh || isPaused() || (await isPreview()))) return last.items;
  try {
    return await (running.get(key) ?? fetchList(type, locale));
  } catch (error) {
    if (!last) throw error;
    console.error("content: not available, the last list is shown", error);
    return last.items;
  }
}

/** Marks the content lists with these tags as outdated, so that pages read them again. */
export function outdateLists(tags: readonly string[]): void {
  const isTagged = (key: string) =>
    [contentTag(), contentTag(key.split(" ")[0] as ContentType)].some((tag) => tags.includes(tag));
  for (const [key, list] of lists) if (isTagged(key)) list.began = 0;
  for (const key of running.keys()) if (isTagged(key)) running.delete(key);
}

/**
 * Returns a content item from the most recently read list. That item can be newer than the cache and the prerendered
 * pages.
 */
export function latestOf(type: ContentType, slug: string, locale: Language): Summary | undefined {
  const item = inLatest(type, slug, locale);
  return item && summaryOf(type, item);
}

function inLatest(type: ContentType, slug: string, locale: Language): ContentItem | undefined {
  return lists.get(`${type} ${locale}`)?.items.find((item) => slugOfItem(item) === slug);
}

/** Reads every published item of a content type with all fields, and stores the list. */
async function fetchList(type: ContentType, locale: Language): Promise<ContentItem[]> {
  const key = `${type} ${locale}`;
  const began = Date.now();
  const read = readPages(type, locale);
  running.set(key, read);
  try {
    const items = await read;
    // After an invalidation during the read, this list is outdated: store it only as outdated, and only if no later
    // read has stored a newer list.
    const isCurrent = running.get(key) === read;
    if (isCurrent || (lists.get(key)?.began ?? 0) < began)
      lists.set(key, { items, began: isCurrent ? began : 0 });
    keepLinks(type, locale, items);
    return items;
  } finally {
    if (running.get(key) === read) running.delete(key);
  }
}

/** Reads all pages of a content type's list. */
async function readPages(type: ContentType, locale: Language): Promise<ContentItem[]> {
  const items: ContentItem[] = [];
  for (let page = 1; page <= PAGES_MAX; page++) {
    const read = await noted(() => askPage(type, locale, { page, per_page: PER_PAGE }));
    items.push(...read.items);
    if (read.isLast) break;
  }
  return items;
}

/** Number of items per page when reading from WordPress, which allows no larger number. */
const PER_PAGE = 100;
/** Maximum number of pages to read from a back end that sends no totals and never returns a last page. */
const PAGES_MAX = 500;

/**
 * Returns summaries of all published items that the back end lists for a content type and a language, newest first. All
 * requests for a type and a language share one cache entry, so that requests for unknown slugs do not fill the cache.
 */
export const summariesOf = cache(
  (type: ContentType, locale: Language): Promise<Summary[]> =>
    kept(type, ["summaries", type, locale], async () =>
      shownBy(summaryOf, type, await recentList(type, locale)),
    ),
);

/** Reads the items of a content type without a cache. A later read that fails returns the items of this read. */
export async function fetchSummaries(type: ContentType, locale: Language): Promise<Summary[]> {
  const summaries = await shownBy(summaryOf, type, await fetchList(type, locale));
  keepGood(`summaries ${type} ${locale}`, summaries);
  return summaries;
}

/** Reports whether a content item with this slug is published, without a cache. */
export async function isPublished(
  type: ContentType,
  slug: string,
  locale: Language,
): Promise<boolean> {
  const { items } = await noted(() => askPage(type, locale, { slug, per_page: 1 }));
  return items.some((item) => slugOfItem(item) === slug);
}

/**
 * Returns one published content item, or null if the slug does not exist. If the read fails, looks for the item in the
 * list that was read last.
 */
export const readOne = cache(
  (type: ContentType, slug: string, locale: Language): Promise<Content | null> =>
    kept(
      type,
      ["one", type, locale, slug],
      async () => (await fetchPage(type, locale, { slug, per_page: 1 })).items[0] ?? null,
      () => {
        const item = inLatest(type, slug, locale);
        return item && contentOf(type, item);
      },
    ),
);

/**
 * Returns the unpublished state of a content item: its draft, or else the item in any state (awaiting approval,
 * scheduled, published) with unpublished changes. Reads with credentials and never caches. Returns null if the item
 * does not exist; throws without credentials.
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

/**
 * Returns the slug of an item's unpublished translation. Returns undefined if there is none. A slug that WordPress
 * generated from the title does not identify the translation. An item with such a slug needs `translations` or
 * `translation_of`.
 */
export async function findDraftTwin(item: Content, locale: Language): Promise<string | undefined> {
  const isPaired = item.translations?.[locale] !== undefined || item.meta.translation_of;
  if (item.isSlugGenerated && !isPaired) return undefined;
  const names = new Set(namesOf(item));
  for (const status of [DRAFTS, SCHEDULED]) {
    if (!status) continue;
    const read = { status, per_page: PER_PAGE, orderby: "modified" } as const;
    const { items } = await askPage(item.type, locale, read);
    const twin = items.find((one) =>
      namesOf({ ...one, slug: slugOfItem(one) }).some((name) => names.has(name)),
    );
    if (twin) return slugOfItem(twin);
  }
  return undefined;
}

/**
 * States of unfinished content items, for one request. The embedded content has no state `pending`, and accepts only
 * one state in a request.
 */
const DRAFTS = config.content.url ? "draft,pending,future" : "draft";
/**
 * State of scheduled items, which need a separate request to the embedded content. Null for a WordPress, because
 * `DRAFTS` contains this state.
 */
const SCHEDULED = config.content.url ? null : "future";
/** Maximum number of pages of unfinished items to search, the most recently changed first. */
const DRAFT_PAGES = 20;

async function findDraft(type: ContentType, slug: string, locale: Language) {
  // Prefer a draft to a published item with an equal slug. WordPress keeps slugs unique only among published items.
  const { items } = await askPage(type, locale, { status: "any", slug });
  const found = items.find(({ status }) => DRAFTS.split(",").includes(status)) ?? items[0];
  if (found) return found;
  // WordPress stores a slug only when it publishes a text, so no query finds an unpublished text by its slug. Therefore
  // compare the slug with the slug that WordPress would generate for each unpublished text.
  for (let page = 1; page <= DRAFT_PAGES; page++) {
    const read = { status: DRAFTS, per_page: PER_PAGE, page, orderby: "modified" } as const;
    const { items, isLast } = await askPage(type, locale, read);
    const generated = items.find(({ generated_slug = "" }) => plainSlug(generated_slug) === slug);
    if (generated || isLast) return generated ?? null;
  }
  return null;
}

/**
 * Applies the latest autosave that WordPress keeps of an editor's changes to a text, if the autosave is newer than the
 * text.
 */
async function withAutosave(type: ContentType, item: ContentItem): Promise<ContentItem> {
  if (!config.content.url) return item;
  const address = `${contentBase}${listContent[type].path}/${item.id}/autosaves?context=edit`;
  const response = await answered(new Request(address, { headers: asEditor() }));
  if (!response.ok) return item;
  const saves = z.array(autosaveSchema).safeParse(await response.json().catch(() => null));
  // Compare with `>=`, because WordPress times have no fractions of a second: a save and a later autosave can have
  // equal times. A text that was scheduled on creation has a modification time in the future, so that time is ignored.
  const now = new Date().toISOString();
  const since = item.modified_gmt > now ? "" : item.modified_gmt;
  const newer = saves.data?.filter(({ modified_gmt }) => modified_gmt >= since) ?? [];
  const newest = newer.toSorted((a, b) => (a.modified_gmt < b.modified_gmt ? 1 : -1))[0];
  const status = item.status === "publish" ? "changed" : item.status;
  return newest ? { ...item, ...newest, status } : item;
}

const autosaveSchema = contentItemSchema.pick({
  modified_gmt: true,
  title: true,
  content: true,
  excerpt: true,
});

export function asEditor(): Record<string, string> {
  const { credentials } = config.content;
  if (!credentials) return {};
  return { Authorization: `Basic ${Buffer.from(credentials).toString("base64")}` };
}

/** Whether the WordPress requires credentials from every reader, as a staging copy does. */
const guarded = perProcess("content-guarded", () => ({ isGuarded: false }));

/**
 * Sends a public read request for content. If the WordPress rejects it without credentials, sends this and all later
 * requests with credentials. The response is still public, because without `status` WordPress returns published items
 * only.
 *
 * @param send sends the request; the default reads the whole response
 */
export async function sendPublic(
  request: Request,
  most?: number,
  send: typeof sendContent = sendContent,
): Promise<Response> {
  if (!guarded.isGuarded) {
    const answer = await send(request, most);
    if (answer.status !== 401 || !config.content.url || !config.content.credentials) return answer;
    guarded.isGuarded = true;
  }
  const headers = { ...Object.fromEntries(request.headers), ...asEditor() };
  return send(new Request(request, { headers }), most);
}

async function fetchPage(type: ContentType, locale: Language, read: Read): Promise<ContentPage> {
  const { items, total, pages } = await noted(() => askPage(type, locale, read));
  return { items: await shownBy(contentOf, type, items), total, pages };
}

/**
 * Limits simultaneous reads of content, because each response is in memory, and editors need the PHP processes of
 * WordPress.
 */
const reads = perProcess("content-reads", () => turns(4, 1_000));

/**
 * Reads content and records whether the content back end could be reached. If another read fails while this read waits
 * for its turn, this read fails immediately. A page therefore does not wait for several timeouts.
 */
async function noted<T>(read: () => Promise<T>): Promise<T> {
  const before = pauseEnd();
  return reads(async () => {
    if (pauseEnd() > before) throw new ApiError("network", 0);
    try {
      const answer = await read();
      noteContent(true);
      return answer;
    } catch (error) {
      noteContent(false);
      throw error;
    }
  });
}

async function shownBy<T>(
  shown: (type: ContentType, item: ContentItem) => T,
  type: ContentType,
  items: readonly ContentItem[],
): Promise<T[]> {
  const all: T[] = [];
  for (const item of items) {
    all.push(shown(type, item));
    // Let other requests run between two items, because sanitising a hundred long texts without a pause would block the
    // event loop.
    await setImmediate();
  }
  return all;
}

type AskedPage = Omit<ContentPage, "items"> & { items: ContentItem[]; isLast: boolean };

/** Returns the query parameter with the language, for back ends that need it. */
export function named(locale: Language): { lang?: string } {
  return config.content.namesLanguage ? { lang: locale } : {};
}

async function askPage(type: ContentType, locale: Language, read: Read): Promise<AskedPage> {
  const query = {
    ...read,
    _embed: "1",
    ...(read.status && { context: "edit" }),
    ...named(locale),
  };
  const address = contentBase + addressOf(listContent[type], { locale, query });
  const response = await (read.status
    ? answered(new Request(address, { headers: asEditor() }))
    : answered(new Request(address), sendPublic));
  if (!response.ok) {
    const error = await errorOf(response);
    // A type that WordPress does not have, or a page after the last one, counts as an empty list.
    if (error.code === "rest_no_route") return noType(type);
    if (error.code === "rest_post_invalid_page_number") return NOTHING;
    throw error;
  }
  const given = z.array(z.unknown()).parse(await response.json());
  const items = given
    .flatMap((item) => readItem(type, item))
    // A language plugin that ignores `lang` returns items of all languages, so remove the items of other languages
    // here.
    .filter(({ lang }) => !lang || shortOf(lang) === locale)
    .filter((item) => read.status || isShown(type, item));
  const pages = Number(response.headers.get("X-WP-TotalPages"));
  const { page = 1, per_page = 10 } = read;
  return {
    items: await withHiddenPictures(items),
    total: Number(response.headers.get("X-WP-Total")) || items.length,
    pages: pages || 1,
    // A proxy can drop the headers with the totals. Without them, a page with fewer items than requested counts as the
    // last page.
    isLast: pages ? Number(page) >= pages : given.length < Number(per_page),
  };
}

const NOTHING: AskedPage = { items: [], total: 0, pages: 0, isLast: true };

/**
 * Adds the featured pictures that belong to a private or deleted text. WordPress shows the metadata of such pictures
 * only to editors. The picture files themselves are public. Without WordPress credentials in the configuration, these
 * pictures are missing.
 */
async function withHiddenPictures(items: ContentItem[]): Promise<ContentItem[]> {
  const hidden = items.filter(
    (item) => item.featured_media && item._embedded?.["wp:featuredmedia"]?.[0]?.code,
  );
  if (hidden.length === 0 || !config.content.url || !config.content.credentials) return items;
  const ids = [...new Set(hidden.map((item) => item.featured_media))].join(",");
  const query = new URLSearchParams({ include: ids, per_page: String(PER_PAGE) });
  const address = `${contentBase}wp/v2/media?${query}`;
  const response = await answered(new Request(address, { headers: asEditor() })).catch(() => null);
  const read = hiddenSchema.safeParse(response?.ok ? await response.json() : null);
  const pictures = new Map(read.data?.map((picture) => [picture.id, picture]));
  return items.map((item) => {
    const picture = hidden.includes(item) ? pictures.get(item.featured_media ?? 0) : undefined;
    if (!picture) return item;
    return { ...item, _embedded: { ...item._embedded, "wp:featuredmedia": [picture] } };
  });
}

const hiddenSchema = z.array(featuredMediaSchema.extend({ id: z.number() }));

/** Parses one content item. A malformed item is skipped, so that it does not break the whole list. */
function readItem(type: ContentType, given: unknown): ContentItem[] {
  const parsed = contentItemSchema.safeParse(given);
  const long = parsed.success ? tooLong(parsed.data) : null;
  if (parsed.success && !long) return [parsed.data];
  const { id } = z.object({ id: z.unknown() }).catch({ id: "?" }).parse(given);
  console.error(`content: ${type} ${id} left out`, long ?? parsed.error?.message);
  rejections.set(`${type} ${id}`, { level: "error", rule: long ? "text_long" : "malformed" });
  return [];
}

/** Reasons why the site does not show published items that it has read, by content type and item number. */
const rejections = perProcess("content-rejections", () => new Map<string, Finding>());

/**
 * Returns the reason why a published content item is not shown. Returns undefined for shown items and for items that
 * were not read.
 */
export function rejectionIn(type: ContentType, id: number): Finding | undefined {
  return rejections.get(`${type} ${id}`);
}

/**
 * Reports whether the site shows a content item. Returns false for an item with a password, whose text would be empty,
 * and for an item whose address leads to another page.
 */
function isShown(type: ContentType, item: ContentItem): boolean {
  const reason = rejectionOf(type, item);
  if (reason) rejections.set(`${type} ${item.id}`, reason);
  else rejections.delete(`${type} ${item.id}`);
  return !reason;
}

async function answered(request: Request, sending = sendContent): Promise<Response> {
  try {
    return await sending(request);
  } catch (cause) {
    throw new ApiError("network", 0, { cause });
  }
}

const missing = new Set<ContentType>();

function noType(type: ContentType): AskedPage {
  if (!missing.has(type))
    console.warn(`content: the back end has no type "${type}", shown as empty`);
  missing.add(type);
  return NOTHING;
}

function contentOf(type: ContentType, item: ContentItem): Content {
  return { ...summaryOf(type, item), html: cleanHtml(item.content?.rendered ?? "") };
}

function summaryOf(type: ContentType, item: ContentItem): Summary {
  const embedded = item._embedded;
  const terms = embedded?.["wp:term"]?.flat().filter((term) => !isNoSubject(term)) ?? [];
  const names = terms.flatMap(({ name }) => (name ? [plainText(name)] : []));
  const strings = Object.entries(item.meta).filter((entry): entry is [string, string] => {
    return typeof entry[1] === "string" && entry[1] !== "";
  });
  const meta = Object.fromEntries(
    strings.flatMap(([key, value]) => {
      const text = key === "link" ? linkAddress(plainText(value)) : plainText(value);
      return text === null ? [] : [[key, text]];
    }),
  );
  const isLabelled = item.status === "private" || item.content?.protected;
  // For an item without an excerpt, WordPress sends the start of the text and marks the cut with "[…]". Replace this
  // mark with "…".
  const excerpt = plainText(item.excerpt?.rendered ?? "", item.content?.rendered).replace(
    /(?<!\s)\s*\[…\]$/,
    "…",
  );
  const title =
    plainText((isLabelled && item.title.raw) || item.title.rendered) ||
    (startOf(excerpt) ?? slugOfItem(item));
  return {
    type,
    id: item.id,
    ...(item.translations && { translations: item.translations }),
    slug: slugOfItem(item),
    ...(!item.slug && { isSlugGenerated: true as const }),
    ...(item.aliases?.length && { aliases: item.aliases.map(plainSlug) }),
    locale: languageOf(shortOf(item.lang)),
    status: item.status,
    ...(item.content?.protected && { isProtected: true as const }),
    ...(item.sticky && { isSticky: true as const }),
    title,
    excerpt,
    publishedAt: instantOf(item.date_gmt),
    modifiedAt: instantOf(item.modified_gmt),
    author: embedded?.author?.[0]?.name ?? null,
    tags:
      meta.subject && names.includes(meta.subject) ? [...new Set([meta.subject, ...names])] : names,
    image: pictureOf(embedded?.["wp:featuredmedia"]?.[0], { title, focus: meta.focus }),
    meta,
  };
}

/** Maximum number of characters of an excerpt that replace a missing title. */
const TITLE_MAX = 60;

/** Returns the first words of an excerpt, which replace a missing title. Returns undefined for an empty excerpt. */
function startOf(excerpt: string): string | undefined {
  if (excerpt.length <= TITLE_MAX) return excerpt || undefined;
  return `${excerpt.slice(0, TITLE_MAX).replace(/\s+\S*$/, "")}…`;
}

/** Returns the two-letter code of a language plugin's language, such as en for en-GB or en_US. */
function shortOf(lang: string | undefined): string | undefined {
  return lang?.slice(0, 2).toLowerCase();
}

function slugOfItem({ slug, generated_slug = "" }: ContentItem): string {
  return plainSlug(slug || generated_slug);
}

/** Returns the ISO instant of a WordPress date, which is in UTC without a time zone suffix. */
function instantOf(gmt: string): string {
  const date = new Date(/Z$/.test(gmt) ? gmt : `${gmt}Z`);
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString();
}
