import { getTranslations } from "next-intl/server";
import { DEFAULT_LANGUAGE, type Language } from "@/contract/languages";
import { PLACED_TYPES, type PlacedType } from "../../routes/items";
import { SECTION_PATH } from "../../routes/lookup";
import { PAGES } from "../../routes/pages";
import {
  byScore,
  type Found,
  factsOf,
  foundItem,
  foundPage,
  OWN_PAGE,
  scoreOf,
} from "../../search/found";
import { nearestWords } from "../../search/nearest";
import { type SitePage, sitePages, type Words } from "../../search/site-pages";
import { hasAll, snippet, synonymsOf, wordsOf } from "../../search/words";
import { questionsOf } from "../../site/questions";
import { catalogueOf, itemOf } from "./catalogue";
import { readOne } from "./content";
import { plainText } from "./html";
import { slugsWith } from "./slugs-with";

/** Pages whose text is a content item. */
const TEXT_PAGES = PAGES.flatMap(({ path, section = "call", text, words }) =>
  text && !words ? { path, section, slug: text } : [],
);

/** Other wordings of a query that are tried. */
const SYNONYMS_MAX = 3;

/** Results per page. */
export const PER_PAGE = 10;

/** What a search found. */
export type SearchAnswer = {
  /** One page of results, best match first. */
  results: Found[];
  total: number;
  /** Which page it is; the last one for any beyond. */
  page: number;
  pages: number;
  /** The content could not be searched, or not all of it: only the site's own pages are certain. */
  incomplete: boolean;
  /** The words that stand in the results. */
  words: string[];
  /** Nothing had the words as they were written: these are the ones the results are for. */
  meant: string | null;
};

/**
 * Searches the content, as the back end does, and the site's own pages. Accents and capitals are
 * ignored; every word has to be in a result.
 *
 * @param asked the page of results, from 1
 */
export async function searchSite(
  query: string,
  locale: Language,
  asked = 1,
): Promise<SearchAnswer> {
  const own = await ownPages(locale);
  const asWritten = wordsOf(query);
  const direct = await withSynonyms(asWritten, locale, own);
  const meant =
    direct.found.length > 0 || direct.incomplete ? null : await meantBy(asWritten, locale, own);
  const words = meant?.words ?? asWritten;
  const { incomplete } = direct;
  const found = meant?.found ?? direct.found;
  const pages = Math.ceil(found.length / PER_PAGE);
  const page = Math.min(asked, Math.max(1, pages));
  const shown = found.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  return {
    results: await Promise.all(shown.map((one) => withSnippet(one, words, locale))),
    total: found.length,
    page,
    pages,
    incomplete,
    words,
    meant: meant?.words.join(" ") ?? null,
  };
}

/** Everything with the words; where that is less than a page, also what has others that mean the same. */
async function withSynonyms(
  words: readonly string[],
  locale: Language,
  own: readonly SitePage[],
): Promise<Part> {
  const first = await everything(words, locale, own);
  if (first.found.length >= PER_PAGE) return first;
  const groups = (await getTranslations({ locale, namespace: "search" }))("synonyms");
  const { found, incomplete } = first;
  const known = new Set(found.map(({ path }) => path));
  for (const other of synonymsOf(words, groups).slice(0, SYNONYMS_MAX)) {
    const more = await everything(other, locale, own);
    const unknown = more.found.filter(({ path }) => !known.has(path));
    for (const { path } of unknown) known.add(path);
    found.push(...unknown);
  }
  return { found, incomplete };
}

async function everything(words: readonly string[], locale: Language, own: readonly SitePage[]) {
  if (words.length === 0) return { found: [], incomplete: false };
  const pages = own.flatMap((page) => foundPage(page, words, locale) ?? []);
  const parts = await Promise.allSettled([
    ...PLACED_TYPES.map((type) => itemsWith(type, words, locale)),
    textsWith(words, locale),
  ]);
  const failed = parts.filter((part) => part.status === "rejected");
  for (const { reason } of failed) console.error("search: content could not be searched", reason);
  const content = parts.flatMap((part) => (part.status === "fulfilled" ? [part.value] : []));
  return {
    found: [...pages, ...content.flatMap(({ found }) => found)].sort(byScore),
    incomplete: failed.length > 0 || content.some(({ incomplete }) => incomplete),
  };
}

/** Words as a back end looks for them, which compares letter by letter: figures as its texts write them. */
function asTextsHave(words: readonly string[], language: Language): string {
  const figures = new Intl.NumberFormat(language, { useGrouping: "always" });
  return words
    .map((word) => (/^\d{5,9}$/.test(word) ? figures.format(Number(word)) : word))
    .join(" ");
}

type Part = { found: Found[]; incomplete: boolean };

/**
 * The items of a type that this language's lists show: those the back end found, and those whose title
 * or facts contain the words, which is all there is while the back end is unreachable.
 */
async function itemsWith(
  type: PlacedType,
  words: readonly string[],
  locale: Language,
): Promise<Part> {
  const languages = locale === DEFAULT_LANGUAGE ? [locale] : [locale, DEFAULT_LANGUAGE];
  const asked = await Promise.allSettled(
    languages.map((language) => slugsWith(type, asTextsHave(words, language), language)),
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

/** The texts of the content that stand on pages of the site: the call's questions, and whole pages. */
async function textsWith(words: readonly string[], locale: Language): Promise<Part> {
  const [faq, ...pages] = await Promise.all([
    readOne("pages", "faq", locale),
    ...TEXT_PAGES.map(async ({ path, section, slug }) => {
      const item = await itemOf("pages", slug, locale);
      return item && { ...item, path, section };
    }),
  ]);
  const questions = questionsOf(faq?.html ?? "", plainText).map(({ id, question, answer }) => ({
    kind: "question" as const,
    path: `${SECTION_PATH.call}#${id}`,
    section: "call" as const,
    title: question,
    text: plainText(answer),
    locale: faq?.locale ?? locale,
  }));
  const texts = pages
    .filter((page) => page !== null)
    .map(({ path, section, title, excerpt, html, locale: written }) => ({
      kind: "page" as const,
      path,
      section,
      title,
      text: `${excerpt} ${plainText(html)}`,
      locale: written,
    }));
  // Whoever looks for the questions as such is led to all of them: by their title, or as "FAQ".
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
  const found = [...questions, ...texts].filter(({ title, text }) =>
    hasAll(`${title} ${text}`, words),
  );
  const results = [...found, ...together].map((one) => ({
    ...one,
    text: snippet(one.text, words) ?? one.text.slice(0, 200),
    at: "",
    score: scoreOf(words, one.title, one.text) + (one.kind === "page" ? OWN_PAGE : 0),
  }));
  return { found: results, incomplete: false };
}

/** A result with the piece of its text where the words stand, where its description has none of them. */
async function withSnippet(
  found: Found,
  words: readonly string[],
  locale: Language,
): Promise<Found> {
  if (found.kind === "page" || found.kind === "document" || found.kind === "question") return found;
  if (hasAll(`${found.title} ${found.text}`, words)) return found;
  const slug = found.path.split(/[/#]/).at(-1) ?? "";
  const item = await itemOf(found.kind, slug, locale).catch(() => null);
  // A heading is a sentence of its own: in running text it ends like one.
  const html = item?.html.replaceAll(/(?<![.?!:…])<\/h[1-6]>/g, (end) => `.${end}`);
  const piece = html && snippet(plainText(html), words);
  if (piece || !item) return { ...found, text: piece ?? found.text };
  const fact = factsOf(item).find((one) => words.some((word) => hasAll(one, [word])));
  return { ...found, text: fact ? `${fact}. ${found.text}` : found.text };
}

/** What a query without results may have meant, with its results; only what finds something is worth saying. */
async function meantBy(words: string[], locale: Language, own: readonly SitePage[]) {
  const listed = await Promise.all(
    PLACED_TYPES.map((type) => catalogueOf(type, locale).catch(() => [])),
  );
  const known = listed.flat().flatMap(({ title, tags }) => [title, ...tags]);
  const pages = own.flatMap(({ title, description }) => [title, description]);
  const meant = nearestWords(words, [...pages, ...known]);
  if (!meant) return null;
  const { found } = await withSynonyms(meant, locale, own);
  return found.length > 0 ? { words: meant, found } : null;
}

async function ownPages(locale: Language): Promise<SitePage[]> {
  const messages: Words = (await import(`@/messages/${locale}.json`)).default;
  return sitePages(locale, messages);
}
