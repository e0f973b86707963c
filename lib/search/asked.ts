import { fold } from "@/contract/text/normalize-text";

/*
 * The search understands visitors' own words. The message catalogues (`search`) list synonyms, filler words, and words
 * that lead to a page, per language. Rule: site.search-forgives.
 */

/**
 * The search tables of a language: synonyms, filler words, and answering pages, in the notation of the message
 * catalogue.
 */
export type Tables = {
  /** Groups of synonyms, separated by bars: "faq domande | soldi grant". */
  synonyms: string;
  /** Filler words that the search ignores in a question: "quanto si come". */
  small: string;
  /** Words or beginnings of words, and the paths of the pages that answer them: "soldi vinc* > /call-for-ideas". */
  asked: string;
};

/**
 * Returns alternative queries: each replaces one word of the query with one of its synonyms.
 *
 * @param groups the groups of synonyms from the catalogue
 */
export function synonymsOf(words: readonly string[], groups: string): string[][] {
  const lists = rowsOf(groups).map(listed);
  return words.flatMap((word, index) => {
    const others = lists.find((group) => group.includes(fold(word))) ?? [];
    return others.filter((other) => other !== fold(word)).map((other) => words.with(index, other));
  });
}

/** Returns the words of a question without filler words. Returns all words if every word is a filler word. */
export function subjectOf(words: readonly string[], { small }: Pick<Tables, "small">): string[] {
  const list = listed(small);
  const subject = words.filter((word) => !list.includes(fold(word)));
  return subject.length > 0 ? subject : [...words];
}

/**
 * Returns the paths of pages that the search tables list for a query. A table row applies if it contains all words of
 * the query except filler words.
 */
export function ledTo(words: readonly string[], { asked, small }: Tables): string[] {
  const subject = subjectOf(words, { small }).map(fold);
  return rowsOf(asked).flatMap((row) => {
    const [known = "", to = ""] = row.split(">");
    const list = listed(known);
    const knows = (word: string) =>
      list.some((one) => (one.endsWith("*") ? word.startsWith(one.slice(0, -1)) : word === one));
    return subject.length > 0 && subject.every(knows) ? listed(to) : [];
  });
}

/**
 * Returns the words of the search tables, except beginnings of words such as "vinc*". The search corrects typing errors
 * to the returned words.
 */
export function wordsIn({ synonyms, asked }: Tables): string[] {
  const known = rowsOf(asked).flatMap((row) => listed(row.split(">")[0] ?? ""));
  return [...rowsOf(synonyms).flatMap(listed), ...known.filter((word) => !word.endsWith("*"))];
}

function rowsOf(table: string): string[] {
  return table.split("|");
}

function listed(row: string): string[] {
  return row.trim().split(/\s+/).filter(Boolean);
}
