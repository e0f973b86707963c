import { instantIn, isDate, romeDayEnd } from "../deadline";
import { DEFAULT_LANGUAGE, type Language, NAMED_LANGUAGES } from "../languages";
import { EVENT_LISTS } from "./attendance";
import type { ContentItem } from "./content";
import { type ContentType, hasFact } from "./content-types";
import type { Rule } from "./editor-messages";
import { FIELDS, type FieldName, fieldsOf, isWrong } from "./fields";
import { itemAt, type Placed, readFurther } from "./further";
import { elementsOf } from "./html-elements";
import { linkAddress } from "./links";
import { fileType } from "./media";
import { plainSlug, SLUG } from "./slugs";
import { tooLong } from "./texts";

/*
 * A finding of the content check: a problem that readers would notice in a text. The rules are the same for content in
 * files and for content in WordPress.
 */

export type Finding = {
  /** Levels of a finding. `error`: readers miss something. `warning`: readers could miss something. */
  level: "error" | "warning";
  rule: Rule;
  /** The field of `meta` in which the check found the problem; absent if the problem is not in a field. */
  field?: FieldName;
  /**
   * Values that the finding's message quotes. For a content file, `link` or `picture` also locates the line of the
   * finding.
   */
  values?: Record<string, string>;
};

/** What the content check knows about the site's other texts and pages. */
export type Known = {
  /** Reports whether an item is published in the given language or in the default language. */
  has: (placed: Placed, language: Language) => boolean;
  /**
   * Reports whether the site has a page at a path without language. If the function is missing, links to unknown pages
   * are not reported.
   */
  isPage?: (path: string) => boolean;
  /**
   * For a link to a page of the WordPress site, returns the path on this site, or null if this site has no such page.
   * Returns undefined for other links. The function is missing for content in files.
   */
  siteLink?: (address: string) => string | null | undefined;
  /** Slugs of the texts of type `pages` that at least one page of the site shows. */
  pageTexts?: readonly string[];
  /**
   * Names of the people in the content, and of the authors of other texts. Any other author gets a warning.
   */
  authors: ReadonlySet<string>;
  /** Topics that other articles in the text's language have. A new topic gets a warning. */
  subjects: ReadonlySet<string>;
  /** The text's translations in other languages; undefined if they are unknown. */
  translations?: readonly { language: Language; modifiedAt: Date }[];
  /** Origins of the site, such as `https://example.org`. Links to them are internal links. */
  origins: readonly string[];
  /** Hosts that can serve pictures; undefined for content in files. */
  pictureHosts?: readonly string[];
  /** Reports whether a file exists in the media folder; undefined for content in WordPress. */
  hasFile?: (name: string) => boolean;
};

/** Slugs of WordPress's default category for articles without a category. */
const NO_SUBJECT = /^(?:uncategorized|senza-categoria)(?:-[a-z]{2})?$/;

/**
 * Reports whether a category is WordPress's default category in any language. The site does not show this category as a
 * topic.
 */
export function isNoSubject({ slug = "" }: { slug?: string | undefined }): boolean {
  return NO_SUBJECT.test(slug);
}

/** Returns the findings of the content check about one text. */
export function check(
  type: ContentType,
  item: ContentItem,
  language: Language,
  known: Known,
): Finding[] {
  if (tooLong(item)) return [error("text_long")];
  return [
    rejectionOf(type, item) ?? [],
    ...checkText(type, item),
    ...checkPage(type, item, known),
    ...checkFields(type, item),
    ...checkPeople(type, item, known),
    ...checkPicture(item, known),
    ...checkElements(item, language, known),
    ...checkFurther(item, language, known),
    ...checkTranslations(type, item, language, known),
  ].flat();
}

const error = (rule: Rule, values?: Record<string, string>, field?: FieldName): Finding => ({
  level: "error",
  rule,
  ...(values && { values }),
  ...(field && { field }),
});
const warning = (...given: Parameters<typeof error>): Finding => ({
  ...error(...given),
  level: "warning",
});

const htmlOf = (item: ContentItem) => item.content?.rendered ?? "";
const wordsOf = (html: string) => html.replaceAll(/<[^<>]*>|&nbsp;/g, " ").trim();

/** Returns why the site leaves out a published text; null if the site shows it. */
export function rejectionOf(type: ContentType, item: ContentItem): Finding | null {
  if (item.content?.protected) return error("protected");
  if (tooLong(item)) return error("text_long");
  return checkSlug(type, item)[0] ?? null;
}

function checkText(type: ContentType, item: ContentItem): Finding[] {
  const found: Finding[] = [];
  const html = htmlOf(item);
  if (!wordsOf(item.title.rendered)) found.push(error("title_empty"));
  const isEmpty = !wordsOf(html) && !/<(?:img|video|audio)\b/i.test(html);
  // A lesson at an external learning provider needs no text, only a link.
  const isLink = type === "lessons" && valuesOf(item).link !== undefined;
  if (isEmpty && !isLink && !item.content?.protected && hasFact(type, "root"))
    found.push(error("text_empty"));
  if (html.includes("\uFFFD") || item.title.rendered.includes("\uFFFD"))
    found.push(error("encoding"));
  return found;
}

function checkSlug(type: ContentType, item: ContentItem): Finding[] {
  const slug = plainSlug(item.slug || (item.generated_slug ?? ""));
  if (!slug) return [];
  if (!SLUG.test(slug)) return [error("slug_wrong", { slug })];
  // An article's slug cannot be a number, because numbers are the URLs of the magazine's list pages.
  return type === "posts" && /^\d+$/.test(slug) ? [error("slug_number", { slug })] : [];
}

function checkPage(type: ContentType, item: ContentItem, { pageTexts }: Known): Finding[] {
  const slug = plainSlug(item.slug || (item.generated_slug ?? ""));
  if (type !== "pages" || !slug || !pageTexts || pageTexts.includes(slug)) return [];
  return [error("page_unknown", { slug, known: pageTexts.join(", ") })];
}

function valuesOf({ meta }: ContentItem): Partial<Record<FieldName, string>> {
  return Object.fromEntries(
    Object.entries(meta).filter(([, value]) => typeof value === "string" && value.trim() !== ""),
  ) as Partial<Record<FieldName, string>>;
}

function checkFields(type: ContentType, item: ContentItem): Finding[] {
  const values = valuesOf(item);
  const found: Finding[] = [];
  for (const name of fieldsOf(type)) {
    const value = values[name] ?? "";
    const row: { kind: string; choices?: readonly string[] } = FIELDS[name];
    if (isWrong(name, value)) {
      const rule = `field_${row.kind}` as Rule;
      found.push(error(rule, { field: name, value, choices: row.choices?.join(", ") ?? "" }, name));
    }
  }
  const [from, end] = [instantIn(values.starts_at), instantIn(values.ends_at)];
  // An `ends_at` without a time means the last moment of that day.
  const last = end && isDate(values.ends_at) ? +romeDayEnd(values.ends_at) - 1 : end;
  if (from && last && +last < +from) found.push(error("ends_early", undefined, "ends_at"));
  if (type === "events" && !values.starts_at)
    found.push(warning("event_undated", undefined, "starts_at"));
  if (values.outcome && !values.edition) found.push(error("edition_missing", undefined, "edition"));
  return found;
}

function checkPeople(type: ContentType, item: ContentItem, known: Known): Finding[] {
  const found: Finding[] = [];
  const terms = item._embedded?.["wp:term"]?.flat() ?? [];
  if (type === "posts") {
    const [subject] = terms.filter((term) => term.name && !isNoSubject(term));
    const chosen = valuesOf(item).subject ?? subject?.name;
    if (!chosen) found.push(warning("subject_missing", undefined, "subject"));
    else if (known.subjects.size > 0 && !known.subjects.has(chosen))
      found.push(warning("subject_new", { subject: chosen }, "subject"));
  }
  const author = item._embedded?.author?.[0]?.name;
  if (author && known.authors.size > 0 && !known.authors.has(author))
    found.push(warning("author_unknown", { author }));
  return found;
}

function checkPicture(item: ContentItem, { pictureHosts }: Known): Finding[] {
  const picture = item._embedded?.["wp:featuredmedia"]?.[0];
  if (!item.featured_media || !pictureHosts) return [];
  if (!picture) return [error("picture_missing")];
  if (picture.code) return [warning("picture_private")];
  const url = URL.parse(picture.source_url ?? "");
  if (!url || !pictureHosts.includes(url.host))
    return [error("picture_foreign", { picture: picture.source_url ?? "" })];
  return picture.alt_text?.trim() ? [] : [error("picture_alt")];
}

/** HTML elements that the site removes from a text or replaces. */
const REMOVED = ["iframe", "form", "script", "object", "embed", "input", "select", "textarea"];
/** URLs of video players, which the site replaces by links. */
const PLAYER = /^https:\/\/(?:www\.)?(?:youtube(?:-nocookie)?\.com|player\.vimeo\.com)\//;

function checkElements(item: ContentItem, language: Language, known: Known): Finding[] {
  const html = htmlOf(item);
  const found: Finding[] = [];
  for (const { name, attributes } of elementsOf(html)) {
    const { href, src, alt } = attributes;
    if (name === "a" && href) found.push(...checkLink(href, language, known));
    else if (name === "img" && src) {
      if (isForeign(src, known)) found.push(error("image_foreign", { picture: src }));
      if (!alt?.trim()) found.push(warning("image_alt", { picture: src }));
    } else if (PLAYED.includes(name) && src && isForeignFile(src, known)) {
      found.push(error("player_foreign", { file: src }));
    } else if (REMOVED.includes(name) && !(name === "iframe" && PLAYER.test(src ?? "")))
      found.push(warning("element_removed", { element: name }));
  }
  const shortcode = SHORTCODE.exec(html)?.[0];
  if (shortcode) found.push(warning("shortcode", { shortcode }));
  return distinct(found);
}

/**
 * Matches a shortcode that no WordPress plugin has replaced, because the plugin is missing. A shortcode has attributes,
 * an end tag, or a name with an underscore, unlike a word in brackets.
 */
const SHORTCODE = /\[[a-z][\w-]*\s+[\w-]+=[^[\]]*\]|\[\/[a-z][\w-]*\]|\[[a-z][a-z0-9-]*_[\w-]*\]/;

function isForeign(src: string, { pictureHosts, hasFile }: Known): boolean {
  const url = URL.parse(src);
  if (hasFile) return url !== null || !hasFile(src.replace(/^.*\//, ""));
  return url ? !pictureHosts?.includes(url.host) : !/^\/[^/\\]/.test(src);
}

/** HTML elements that play a file. */
const PLAYED = ["video", "audio", "source"];

/**
 * Reports whether the site does not serve a video or audio file. Returns true for every file of content in files,
 * because such content cannot have video or audio files.
 */
function isForeignFile(src: string, { origins, hasFile }: Known): boolean {
  const url = URL.parse(src);
  const isOwn = url ? origins.includes(url.origin) : /^\/[^/\\]/.test(src);
  return (
    Boolean(hasFile) || !isOwn || fileType(url?.pathname ?? src.replace(/[?#].*/, "")) === undefined
  );
}

function checkLink(href: string, language: Language, known: Known): Finding[] {
  if (href.startsWith("#")) return [];
  const address = linkAddress(href);
  if (address === null) return [error("link_wrong", { link: href })];
  const dead = [error("link_dead", { link: href })];
  const onSite = known.siteLink?.(address);
  if (onSite !== undefined) return onSite === null ? dead : [];
  const path = pathIn(address, known.origins);
  if (path === null) return [];
  const page = path.replace(/[?#].*/, "");
  const placed = itemAt(path) ?? itemAt(page.replace(/(?<=.)\/$/, ""));
  const isList = placed?.type === "events" && EVENT_LISTS.some(({ slug }) => slug === placed.slug);
  if (placed) return isList || known.has(placed, language) ? [] : dead;
  return !known.isPage || known.isPage(page) ? [] : dead;
}

/** Returns the path of an internal link, without its language; null for an external link. */
function pathIn(address: string, origins: readonly string[]): string | null {
  const url = URL.parse(address);
  if (url && !origins.includes(url.origin)) return null;
  if (!url && !address.startsWith("/")) return null;
  const path = url ? url.pathname + url.hash : address;
  const language = NAMED_LANGUAGES.find((one) => path === `/${one}` || path.startsWith(`/${one}/`));
  return language ? path.slice(language.length + 1) || "/" : path;
}

function checkFurther(item: ContentItem, language: Language, { has }: Known): Finding[] {
  return readFurther(valuesOf(item).further)
    .filter((placed) => !has(placed, language))
    .map((placed) => error("further_dead", { link: `${placed.type} ${placed.slug}` }, "further"));
}

function checkTranslations(
  type: ContentType,
  item: ContentItem,
  language: Language,
  { translations }: Known,
): Finding[] {
  if (!translations || type === "pages") return [];
  if (language === DEFAULT_LANGUAGE) {
    return translations.length === 0 ? [warning("translation_missing")] : [];
  }
  const original = translations.find((one) => one.language === DEFAULT_LANGUAGE);
  if (!original) return [warning("translation_alone", undefined, "translation_of")];
  return original.modifiedAt > new Date(`${item.modified_gmt}Z`)
    ? [warning("translation_old")]
    : [];
}

function distinct(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((one) => [JSON.stringify(one), one])).values()];
}
