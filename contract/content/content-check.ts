import { instantIn, isDate, romeDayEnd } from "../deadline";
import { DEFAULT_LANGUAGE, type Language, splitPath } from "../languages";
import { EVENT_LISTS } from "./attendance";
import type { ContentItem } from "./content";
import { type ContentType, hasFact } from "./content-types";
import type { Rule } from "./editor-messages";
import { FIELDS, type FieldName, fieldsOf, isWrong } from "./fields";
import { itemAt, type Placed, pathOfItem, readFurther } from "./further";
import { decodeEntities, elementsOf, withoutCode } from "./html-elements";
import { linkAddress } from "./links";
import { fileType, isPictureName, MEDIA_PATH, pictureFormat } from "./media";
import { isSitePage, PAGE_TEXTS } from "./site-pages";
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
  /**
   * Reports whether a content type and a slug lead to a page in the given language: the page of an item or of a list.
   */
  has: (placed: Placed, language: Language) => boolean;
  /**
   * For a link to a page of the WordPress site, returns the path on this site, or null if this site has no such page.
   * Returns undefined for other links. The function is missing for content in files.
   */
  siteLink?: (address: string) => string | null | undefined;
  /** Names of the people in the content, and of the authors of other texts. Any other author gets a warning. */
  authors: ReadonlySet<string>;
  /** Subjects of the other articles in the text's language. A subject that no other article has gets a warning. */
  subjects: ReadonlySet<string>;
  /** The text's translations in other languages; undefined if they are unknown. */
  translations?: readonly { language: Language; modifiedAt: Date }[];
  /** Origins of site and WordPress, such as `https://example.org`. Links to them are internal links. */
  origins: readonly string[];
  /**
   * Hosts that can serve pictures; undefined for content in files. The first host is the WordPress site. Only this host
   * can serve video and audio files.
   */
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
    ...checkPage(type, item),
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
  // An item's URL must not be the URL of a list page, because readers would see the list instead of the item. The last
  // part of a list page's URL is a number in the magazine, or a word such as `online` for events.
  if (type === "posts" && /^\d+$/.test(slug)) return [error("slug_number", { slug })];
  const isList = type === "events" && EVENT_LISTS.some((list) => list.slug === slug);
  return isList ? [error("slug_list", { slug })] : [];
}

function checkPage(type: ContentType, item: ContentItem): Finding[] {
  const slug = plainSlug(item.slug || (item.generated_slug ?? ""));
  return type === "pages" && slug && !PAGE_TEXTS.includes(slug) ? [pageUnknown(slug)] : [];
}

/** Returns the finding about a text of type `pages` that no page of the site shows. */
export function pageUnknown(slug: string): Finding {
  return error("page_unknown", { slug, known: PAGE_TEXTS.join(", ") });
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
      found.push(error(rule, { value, choices: row.choices?.join(", ") ?? "" }, name));
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

/**
 * Returns the subject of an article: the category that the editor chose, or else the first category. Returns undefined
 * for an article without a subject.
 */
export function subjectOf(item: ContentItem): string | undefined {
  const terms = item._embedded?.["wp:term"]?.flat().filter((term) => !isNoSubject(term)) ?? [];
  const names = terms.flatMap(({ name }) => (name ? [decodeEntities(name)] : []));
  const { subject } = valuesOf(item);
  return subject && names.includes(subject) ? subject : names[0];
}

function checkPeople(type: ContentType, item: ContentItem, known: Known): Finding[] {
  const found: Finding[] = [];
  if (type === "posts") {
    const subject = subjectOf(item);
    if (!subject) found.push(warning("subject_missing", undefined, "subject"));
    else if (known.subjects.size > 0 && !known.subjects.has(subject))
      found.push(warning("subject_new", { subject }, "subject"));
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
  if (!pictureFormat(url.pathname)) return [error("picture_format", { picture: url.href })];
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
      found.push(...checkImage(src, alt, known));
    } else if (PLAYED.includes(name) && src && isForeignFile(src, known)) {
      found.push(error("player_foreign", { file: src }));
    } else if (REMOVED.includes(name) && !(name === "iframe" && PLAYER.test(src ?? "")))
      found.push(warning("element_removed", { element: name }));
  }
  if (known.hasFile) {
    // Markdown shows an image whose name contains spaces as plain text.
    for (const [, picture = ""] of wordsOf(html).matchAll(/!\[[^[\]]*\]\(([^()\s]*\s[^()]*)\)/g))
      found.push(error("image_name", { picture }));
  }
  const shortcode = SHORTCODE.exec(withoutCode(html))?.[0];
  if (shortcode) found.push(warning("shortcode", { shortcode }));
  return distinct(found);
}

/**
 * Matches a shortcode that readers would see, because its plugin or its end is missing. Unlike a word in brackets, a
 * shortcode has attributes, an end tag, or a name with an underscore. Also matches the charts (`[bars: …]`) and numbers
 * (`{{…}}`) of content files, if they remain in the text.
 */
const SHORTCODE =
  /\[[a-z][\w-]*\s+[\w-]+=[^[\]<]*\]?|\[\/[a-z][\w-]*\]|\[[a-z][a-z0-9-]*_[\w-]*\]|\[bars:[^<\n]*|\{\{[^<{}\n]*/;

function checkImage(src: string, alt: string | undefined, known: Known): Finding[] {
  const { pictureHosts, hasFile } = known;
  const url = URL.parse(src);
  // In content files, editors write only a picture's name. Therefore quote the name without the path that the site
  // adds.
  const picture = src.startsWith(MEDIA_PATH) ? src.slice(MEDIA_PATH.length) : src;
  const found: Finding[] = [];
  if (hasFile && !url) {
    const name = plainSlug(picture);
    if (!isPictureName(name)) found.push(error("image_name", { picture: name }));
    else if (!hasFile(name)) found.push(error("image_missing", { picture: name }));
  } else if (hasFile || !(url ? pictureHosts?.includes(url.host) : /^\/[^/\\]/.test(src)))
    found.push(error("image_foreign", { picture }));
  // For content in files, an image without alternative text is an error, which stops the build. For content in
  // WordPress, it is only a warning.
  if (!alt?.trim()) found.push((hasFile ? error : warning)("image_alt", { picture }));
  return found;
}

/** HTML elements that play a file. */
const PLAYED = ["video", "audio", "source"];

/**
 * Reports whether the site cannot serve a video or audio file. Returns true for each such file in content files,
 * because only WordPress can provide video and audio files.
 */
function isForeignFile(src: string, { pictureHosts, hasFile }: Known): boolean {
  const url = URL.parse(src);
  const isOwn = url ? url.host === pictureHosts?.[0] : /^\/[^/\\]/.test(src);
  return (
    Boolean(hasFile) || !isOwn || fileType(url?.pathname ?? src.replace(/[?#].*/, "")) === undefined
  );
}

function checkLink(href: string, language: Language, known: Known): Finding[] {
  if (href.startsWith("#")) return [];
  const address = linkAddress(href);
  if (address === null) return [error("link_wrong", { link: href })];
  const onSite = known.siteLink?.(address);
  const dead = [error("link_dead", { link: href })];
  if (onSite === null) return dead;
  const path = onSite ?? ownPath(address, known.origins);
  if (path === null) return [];
  const target = splitPath(path);
  if (!isThere(target, known)) return dead;
  const isForeign = language !== DEFAULT_LANGUAGE && target.language === DEFAULT_LANGUAGE;
  return isForeign && !isFile(target.path) ? [warning("link_language", { link: href })] : [];
}

const isFile = (path: string) => /\.\w+$/.test(path.replace(/[?#].*/, ""));

/** Reports whether the site has a page or a file at an address. */
function isThere({ path, language }: ReturnType<typeof splitPath>, { has }: Known): boolean {
  const page = path.replace(/[?#].*/, "").replace(/(?<=.)\/$/, "");
  const placed = itemAt(path) ?? itemAt(page);
  return placed ? has(placed, language) : isSitePage(page) || isFile(page);
}

/** Returns the path of an internal link, and null for an external link. */
function ownPath(address: string, origins: readonly string[]): string | null {
  const url = URL.parse(address);
  if (url) return origins.includes(url.origin) ? url.pathname + url.hash : null;
  return address.startsWith("/") ? address : null;
}

function checkFurther(item: ContentItem, language: Language, { has }: Known): Finding[] {
  return readFurther(valuesOf(item).further)
    .filter((placed) => !has(placed, language))
    .map((placed) => error("further_dead", { link: pathOfItem(placed) }, "further"));
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
