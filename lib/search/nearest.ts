import { fold } from "@/contract/fold";

/** Words this short are never treated as typos. */
const SHORTEST = 4;

/**
 * The words that a query may have meant, when one of them is a typo: each unknown word becomes the
 * nearest known one, one or two letters away. Null when nothing is near.
 *
 * @param known texts whose words are known, such as titles
 */
export function nearestWords(words: readonly string[], known: readonly string[]): string[] | null {
  const vocabulary = new Map<string, string>();
  for (const word of known.flatMap((text) => text.match(/[\p{L}\p{M}]+/gu) ?? [])) {
    const folded = fold(word);
    if (folded.length >= SHORTEST && !vocabulary.has(folded))
      vocabulary.set(folded, word.toLowerCase());
  }
  const folded = [...vocabulary.keys()];
  const meant = words.map((word) => {
    const plain = fold(word);
    if (plain.length < SHORTEST || folded.some((other) => other.includes(plain))) return word;
    const limit = plain.length < 6 ? 1 : 2;
    let best: { distance: number; word: string } | undefined;
    for (const other of folded) {
      if (Math.abs(other.length - plain.length) > limit) continue;
      const away = distance(plain, other);
      if (away <= limit && (!best || away < best.distance)) best = { distance: away, word: other };
    }
    return best ? (vocabulary.get(best.word) ?? word) : word;
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
