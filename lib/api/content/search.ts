import { plainSlug } from "@/contract/content/slugs";
import { DEFAULT_LANGUAGE, type Language } from "@/contract/languages";
import { PLACED_TYPES, type PlacedType } from "../../routes/items";
import { SECTION_PATH } from "../../routes/lookup";
import { PAGES } from "../../routes/pages";
import { ledTo, subjectOf, synonymsOf, wordsIn } from "../../search/asked";
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
} from "../../search/found";
import { isKnown, nearestWords, vocabularyOf } from "../../search/nearest";
import { beginning, hasAll, snippet, wordsOf } from "../../search/words";
import { questionsOf } from "../../site/questions";
import { catalogueOf, itemOf } from "./catalogue";
import { readOne } from "./content";
import { type Own, ownOf } from "./search-own";
import { slugsWith } from "./slugs-with";
import { plainText, runningText } from "./text/html";

/** Pages whose text is a content item. */
const TEXT_PAGES = PAGES.flatMap(({ path, section = "call", text, words }) =>
  text && !words ? { path, section, slug: text } : [],
);

/** Other wordings of a query that are tried. */
const OTHERS_MAX = 3;

/** Words of a query that found nothing together which are offered one by one. */
const OFFERED_MAX = 3;

/** Results per page. */
export const PER_PAGE = 10;

/** What a search found. */
export type SearchAnswer = {
  /** One page of results, best match first. */
  results: Found[];
  total: number;
  /** The kinds of all results, whichever are shown, and how many there are of each. */
  kinds: KindCount[];
  /** The only kind that is shown; null: all. */
  kind: Kind | null;
  /** Which page it is; the last one for any beyond. */
  page: number;
  pages: number;
  /** The content could not be searched, or not all of it: only the site's own pages are certain. */
  incomplete: boolean;
  /** The words that stand in the results. */
  words: string[];
  /** Nothing had the words as they were written: these are the ones the results are for. */
  meant: string | null;
  /** Nothing was found, but each of these words by itself finds something. */
  offered: string[];
};

/**
 * Searches the content, as the back end does, and the site's own pages. Accents and capitals are
 * ignored; every word has to be in a result, unless the words lead to it (rule site.search-forgives).
 *
 * @param asked the page of results, from 1
 * @param only results of this kind; of all kinds when there are none of it
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
 * Everything with the words, or that they lead to; where that is less than a page, also what has only
 * what they are about, or others that mean the same.
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
 * Words as a back end looks for them, which compares letter by letter: figures as its texts write them. Of
 * four digits both ways are tried: it may be a year.
 */
function asTextsHave(words: readonly string[], language: Language): string[] {
  const figures = new Intl.NumberFormat(language, { useGrouping: "always" });
  const written = (figure: RegExp) =>
    words.map((word) => (figure.test(word) ? figures.format(Number(word)) : word)).join(" ");
  return [...new Set([written(/^\d{5,9}$/), written(/^\d{4,9}$/)])];
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

/** The texts of the content that stand on pages of the site: the call's questions, and whole pages. */
async function textsWith(
  words: readonly string[],
  locale: Language,
  led: readonly string[],
): Promise<Part> {
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

/** A result with the piece of its text where the words stand, where its description has none of them. */
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
 * What a query without results may have meant, with its results; where that is nothing, either, the words
 * that find something by themselves.
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
