import { fold } from "@/contract/fold";

/** Words this short are never treated as typos. */
const SHORTEST = 4;

/** The words of some texts by their folded letters: how they are written, and how often. */
export type Vocabulary = ReadonlyMap<string, { word: string; times: number }>;

/** The words of some texts that are long enough to have a slip in them. */
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

/** Whether a word stands in a vocabulary, if only as part of another. */
export function isKnown(word: string, vocabulary: Vocabulary): boolean {
  const plain = fold(word);
  return vocabulary.has(plain) || [...vocabulary.keys()].some((other) => other.includes(plain));
}

/**
 * The words that a query may have meant, when one of them is a typo: each unknown word becomes the
 * nearest known one, one or two letters away, of equally near ones the most frequent. Null when nothing is near.
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

/** The edit distance: letters changed, added, dropped or swapped with their neighbour. */
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
