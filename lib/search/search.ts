import { getTranslations } from "next-intl/server";
import { plainSlug } from "@/contract/content/slugs";
import type { Places } from "@/contract/evaluation/funnel";
import { DEFAULT_LANGUAGE, type Language } from "@/contract/languages";
import { numberFormat } from "@/contract/number-format";
import { catalogueOf, itemOf } from "../content/catalogue";
import { readOne } from "../content/content";
import { getCurrentEdition } from "../content/edition";
import { slugsWith } from "../content/slugs-with";
import { plainText, runningText } from "../content/text/html";
import { PLACED_TYPES, type PlacedType } from "../routes/items";
import { SECTION_PATH } from "../routes/lookup";
import { PAGES } from "../routes/pages";
import { callQuestions } from "../site/call-questions";
import { ledTo, subjectOf, synonymsOf, type Tables, wordsIn } from "./asked";
import {
  byScore,
  type Found,
  factsOf,
  foundItem,
  foundPage,
  type Kind,
  type KindCount,
  kindsOf,
  LED,
  OWN_PAGE,
  scoreOf,
} from "./found";
import { isKnown, nearestWords, vocabularyOf } from "./nearest";
import { type SitePage, sitePages, type Words } from "./site-pages";
import { beginning, hasAll, snippet, wordsOf } from "./words";

/**
 * Site pages with one content item as their whole text. Pages with texts in the message catalogues (`words`) are not in
 * this list, because `sitePages` returns them.
 */
const TEXT_PAGES = PAGES.flatMap(({ path, section = "call", text, words }) =>
  text && !words ? { path, section, slug: text } : [],
);

/** Maximum number of alternative queries to try. */
const OTHERS_MAX = 3;

/** Maximum number of single words to suggest when a query finds nothing. */
const OFFERED_MAX = 3;

/** Results per page. */
export const PER_PAGE = 10;

export type SearchAnswer = {
  /** One page of search results, best match first. */
  results: Found[];
  total: number;
  /**
   * The kinds of all search results, with the number of results of each kind. Filtering by kind does not change these
   * numbers.
   */
  kinds: KindCount[];
  /** The kind to which the visitor filtered the results. Null shows all kinds. */
  kind: Kind | null;
  /** The number of the returned page of results. A number beyond the last page becomes the last page. */
  page: number;
  pages: number;
  /** True when a part of the content could not be searched. The site's own pages are always searched. */
  incomplete: boolean;
  /** The words to highlight in the results. */
  words: string[];
  /** The corrected query, when the query as typed finds nothing. */
  meant: string | null;
  /** Words of the query that find results when searched alone. Empty unless the whole query finds nothing. */
  offered: string[];
};

/**
 * Searches the content and the site's own pages, regardless of accents and case. A result contains every word, or the
 * search tables list it for the query. If results are few, adds results for synonyms; without results, corrects typing
 * errors. Rule: site.search-forgives.
 *
 * @param asked the page of results, from 1
 * @param only the kind of results to return; ignored when no result has this kind
 */
export async function searchSite(
  query: string,
  locale: Language,
  asked = 1,
  only = "",
): Promise<SearchAnswer> {
  const own = await ownOf(locale);
  const asWritten = wordsOf(query);
  const direct = await withOthers(asWritten, locale, own);
  const meant =
    direct.found.length > 0 || direct.incomplete ? null : await meantBy(asWritten, locale, own);
  const words = meant?.words ?? asWritten;
  const all = meant?.found ?? direct.found;
  const kinds = kindsOf(all);
  const kind = kinds.find((one) => one.kind === only)?.kind ?? null;
  const found = kind ? all.filter((one) => one.kind === kind) : all;
  const pages = Math.ceil(found.length / PER_PAGE);
  const page = Math.min(asked, Math.max(1, pages));
  const shown = found.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  return {
    results: await Promise.all(shown.map((one) => withSnippet(one, words, locale))),
    total: found.length,
    kinds,
    kind,
    page,
    pages,
    incomplete: direct.incomplete,
    words,
    meant: all.length > 0 && meant ? meant.words.join(" ") : null,
    offered: meant?.offered ?? [],
  };
}

/**
 * Finds results that contain all words of the query, or that the search tables list for it. If these results fill less
 * than one page, adds results for the query with synonyms and for the query without filler words.
 */
async function withOthers(words: readonly string[], locale: Language, own: Own): Promise<Part> {
  const { found, incomplete } = await everything(words, locale, own, ledTo(words, own.tables));
  if (found.length >= PER_PAGE) return { found, incomplete };
  const subject = subjectOf(words, own.tables);
  const others = synonymsOf(subject, own.tables.synonyms);
  if (subject.length < words.length) others.unshift(subject);
  const known = new Set(found.map(({ path }) => path));
  for (const other of others.slice(0, OTHERS_MAX)) {
    const more = await everything(other, locale, own);
    const unknown = more.found.filter(({ path }) => !known.has(path));
    for (const { path } of unknown) known.add(path);
    found.push(...unknown);
  }
  return { found, incomplete };
}

async function everything(
  words: readonly string[],
  locale: Language,
  own: Own,
  led: readonly string[] = [],
): Promise<Part> {
  if (words.length === 0) return { found: [], incomplete: false };
  const pages = own.pages.flatMap(
    (page) => foundPage(page, words, locale, led.includes(page.path)) ?? [],
  );
  const parts = await Promise.allSettled([
    ...PLACED_TYPES.map((type) => itemsWith(type, words, locale)),
    textsWith(words, locale, led),
  ]);
  const failed = parts.filter((part) => part.status === "rejected");
  for (const { reason } of failed) console.error("search: content could not be searched", reason);
  const content = parts.flatMap((part) => (part.status === "fulfilled" ? [part.value] : []));
  return {
    found: [...pages, ...content.flatMap(({ found }) => found)].sort(byScore),
    incomplete: failed.length > 0 || content.some(({ incomplete }) => incomplete),
  };
}

/**
 * Returns the words in the form that back ends find in texts. Back ends compare letter by letter, so numbers get
 * thousands separators. Four-digit numbers can be years, so they are searched in both forms.
 */
function asTextsHave(words: readonly string[], language: Language): string[] {
  const figures = numberFormat(language);
  const written = (figure: RegExp) =>
    words.map((word) => (figure.test(word) ? figures.format(Number(word)) : word)).join(" ");
  return [...new Set([written(/^\d{5,9}$/), written(/^\d{4,9}$/)])];
}

type Part = { found: Found[]; incomplete: boolean };

/**
 * Returns the items of a type that the back end found, and the items whose title, excerpt, or facts (`factsOf`) contain
 * all words of the query. If the back end does not answer, returns only the latter items, and `incomplete` is true.
 */
async function itemsWith(
  type: PlacedType,
  words: readonly string[],
  locale: Language,
): Promise<Part> {
  const languages = locale === DEFAULT_LANGUAGE ? [locale] : [locale, DEFAULT_LANGUAGE];
  const asked = await Promise.allSettled(
    languages.flatMap((language) =>
      asTextsHave(words, language).map((written) => slugsWith(type, written, language)),
    ),
  );
  const failed = asked.find((answer) => answer.status === "rejected");
  if (failed) console.error("search: the content does not answer", failed.reason);
  const slugs = asked.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  const known = new Set(slugs.map((item) => `${item.locale}/${item.slug}`));
  const found = (await catalogueOf(type, locale)).filter(
    (item) =>
      known.has(`${item.locale}/${item.slug}`) ||
      hasAll(`${item.title} ${item.excerpt} ${factsOf(item).join(" ")}`, words),
  );
  return { found: found.map((item) => foundItem(type, item, words)), incomplete: Boolean(failed) };
}

/** Searches the content texts that site pages include: the questions about the call, and whole pages. */
async function textsWith(
  words: readonly string[],
  locale: Language,
  led: readonly string[],
): Promise<Part> {
  const [{ item: faq, groups }, ...pages] = await Promise.all([
    callQuestions(locale),
    ...TEXT_PAGES.map(async ({ path, section, slug }) => {
      const item = await itemOf("pages", slug, locale);
      return item && { ...item, path, section };
    }),
  ]);
  const questions = groups
    .flatMap((group) => group.questions)
    .map(({ id, question, answer }) => ({
      kind: "question" as const,
      path: `${SECTION_PATH.call}#${id}`,
      section: "call" as const,
      title: question,
      text: runningText(answer),
      locale: faq?.locale ?? locale,
    }));
  const texts = pages
    .filter((page) => page !== null)
    .map(({ path, section, title, excerpt, html, locale: written }) => ({
      kind: "page" as const,
      path,
      section,
      title,
      text: `${excerpt} ${runningText(html)}`,
      locale: written,
    }));
  // A query for words from the FAQ item's title, excerpt, or slug also finds the page section with all questions.
  const together =
    faq && hasAll(`${faq.title} ${faq.excerpt} ${faq.slug}`, words)
      ? [
          {
            kind: "page" as const,
            path: `${SECTION_PATH.call}#faq`,
            section: "call" as const,
            title: faq.title,
            text: faq.excerpt,
            locale: faq.locale,
          },
        ]
      : [];
  const found = [...questions, ...texts].filter(
    ({ path, title, text }) => led.includes(path) || hasAll(`${title} ${text}`, words),
  );
  const results = [...found, ...together].map((one) => ({
    ...one,
    text: snippet(one.text, words) ?? beginning(one.text),
    at: "",
    score:
      scoreOf(words, one.title, one.text) +
      (one.kind === "page" ? OWN_PAGE : 0) +
      (led.includes(one.path) ? LED : 0),
  }));
  return { found: results, incomplete: false };
}

/**
 * Replaces a result's description by the part of its text around the searched words, unless the title and the
 * description contain all of them.
 */
async function withSnippet(
  found: Found,
  words: readonly string[],
  locale: Language,
): Promise<Found> {
  if (found.kind === "page" || found.kind === "document" || found.kind === "question") return found;
  if (hasAll(`${found.title} ${found.text}`, words)) return found;
  const slug = plainSlug(found.path.split(/[/#]/).at(-1) ?? "");
  const item = await itemOf(found.kind, slug, locale).catch(() => null);
  const piece = item && snippet(runningText(item.html), words);
  if (piece || !item) return { ...found, text: piece ?? found.text };
  const fact = factsOf(item).find((one) => words.some((word) => hasAll(one, [word])));
  return { ...found, text: fact ? `${fact}. ${found.text}` : found.text };
}

/**
 * Corrects a query without results and returns the results of the corrected query. If there are none, returns the words
 * of the query that find results when searched alone.
 */
async function meantBy(words: string[], locale: Language, own: Own) {
  const listed = await Promise.all(
    PLACED_TYPES.map((type) => catalogueOf(type, locale).catch(() => [])),
  );
  const faq = await readOne("pages", "faq", locale);
  const vocabulary = vocabularyOf([
    ...own.pages.flatMap(({ title, description, text }) => [title, description, text]),
    ...listed.flat().flatMap(({ title, excerpt, tags }) => [title, excerpt, ...tags]),
    plainText(faq?.html ?? ""),
    ...wordsIn(own.tables),
  ]);
  const nearest = nearestWords(words, vocabulary);
  const found = nearest ? (await withOthers(nearest, locale, own)).found : [];
  const offered = subjectOf(nearest ?? words, own.tables).filter((word) =>
    isKnown(word, vocabulary),
  );
  const alone = found.length > 0 || words.length < 2;
  return { words: nearest ?? words, found, offered: alone ? [] : offered.slice(0, OFFERED_MAX) };
}

/**
 * What the search of a language uses besides the content: the site's pages, and the search tables from the message
 * catalogue.
 */
type Own = { pages: SitePage[]; tables: Tables };

const known = new Map<Language, { quoted: string; own: Own }>();

/**
 * Returns a language's pages and search tables. Loads them again only when the edition's numbers of places change,
 * because the pages' texts contain these numbers.
 */
async function ownOf(locale: Language): Promise<Own> {
  const { places } = await getCurrentEdition();
  const quoted = JSON.stringify(places);
  const last = known.get(locale);
  if (last && last.quoted === quoted) return last.own;
  const own = await readOwn(locale, places);
  known.set(locale, { quoted, own });
  return own;
}

async function readOwn(locale: Language, places: Places | undefined): Promise<Own> {
  const messages: Words = (await import(`@/messages/${locale}.json`)).default;
  const t = await getTranslations({ locale, namespace: "search" });
  return {
    pages: sitePages(locale, messages, places),
    tables: { synonyms: t("synonyms"), small: t("small"), asked: t("asked") },
  };
}
