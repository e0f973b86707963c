import { fold } from "@/contract/text/normalize-text";

/** Minimum length of a word for the correction of typing errors. */
const SHORTEST = 4;

/**
 * The words of the site's texts, by normalized form. Each entry has the word's spelling and its number of occurrences.
 */
export type Vocabulary = ReadonlyMap<string, { word: string; times: number }>;

/** Collects from several texts the words that are long enough for the correction of typing errors. */
export function vocabularyOf(texts: readonly string[]): Vocabulary {
  const vocabulary = new Map<string, { word: string; times: number }>();
  for (const text of texts) {
    for (const word of text.match(/[\p{L}\p{M}]+/gu) ?? []) {
      if (word.length < SHORTEST) continue;
      const folded = fold(word);
      const known = vocabulary.get(folded);
      if (known) known.times += 1;
      else vocabulary.set(folded, { word: word.toLowerCase(), times: 1 });
    }
  }
  return vocabulary;
}

/** Reports whether a vocabulary contains a word, also as a part of a longer word. */
export function isKnown(word: string, vocabulary: Vocabulary): boolean {
  const plain = fold(word);
  return vocabulary.has(plain) || [...vocabulary.keys()].some((other) => other.includes(plain));
}

/**
 * Corrects typing errors in a query. Each unknown word becomes the nearest known word within two edits, or within one
 * edit if it has fewer than six letters. The more frequent word wins a tie. Returns null if no word of the query can be
 * corrected.
 */
export function nearestWords(words: readonly string[], vocabulary: Vocabulary): string[] | null {
  const meant = words.map((word) => {
    const plain = fold(word);
    if (plain.length < SHORTEST || isKnown(word, vocabulary)) return word;
    const limit = plain.length < 6 ? 1 : 2;
    let best: { away: number; times: number; word: string } | undefined;
    for (const [other, { word: written, times }] of vocabulary) {
      if (Math.abs(other.length - plain.length) > limit) continue;
      const away = distance(plain, other);
      const nearer = !best || away < best.away || (away === best.away && times > best.times);
      if (away <= limit && nearer) best = { away, times, word: written };
    }
    return best?.word ?? word;
  });
  return meant.some((word, index) => word !== words[index]) ? meant : null;
}

/**
 * Returns the edit distance between two words. Changing, adding, or deleting a letter, or swapping two neighbors,
 * counts as one edit.
 */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(changed, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
}
