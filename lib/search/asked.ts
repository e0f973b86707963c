import { fold } from "@/contract/fold";

/*
 * What people ask in words of their own. The catalogues have it per language (`search`): words that mean
 * the same, words that say nothing by themselves, and words that lead somewhere (rule site.search-forgives).
 */

/** The tables of a language, as its catalogue writes them. */
export type Tables = {
  /** Groups of words that stand for one another: "faq domande | soldi grant". */
  synonyms: string;
  /** Words that a question may have or not: "quanto si come". */
  small: string;
  /** Words, some only by how they begin, and the addresses they lead to: "soldi vinc* > /call-for-ideas". */
  asked: string;
};

/**
 * Queries that mean the same as the words of one: each word in turn by others of its group.
 *
 * @param groups words that stand for one another, as the catalogue lists them
 */
export function synonymsOf(words: readonly string[], groups: string): string[][] {
  const lists = rowsOf(groups).map(listed);
  return words.flatMap((word, index) => {
    const others = lists.find((group) => group.includes(fold(word))) ?? [];
    return others.filter((other) => other !== fold(word)).map((other) => words.with(index, other));
  });
}

/** What a question is about: its words without the small ones, or all when it has no others. */
export function subjectOf(words: readonly string[], { small }: Pick<Tables, "small">): string[] {
  const list = listed(small);
  const subject = words.filter((word) => !list.includes(fold(word)));
  return subject.length > 0 ? subject : [...words];
}

/** The addresses a query leads to: those of the rows that know every word it is about. */
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

/** The words the tables know in full: a slip in one of them can be set right. */
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
