import { FIGURE_LEAST } from "@/contract/staff/figures";

/**
 * Hides the small counts of one table column whose total can be known: null instead of each count below `FIGURE_LEAST`.
 * One hidden count would follow from the total, so further counts are hidden, the smallest first, until at least two are
 * hidden and together they are at least `FIGURE_LEAST`. Hidden counts look the same for both reasons.
 *
 * @returns null for every count if the total itself is small
 */
export function suppressSmall(counts: readonly number[]): (number | null)[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total < FIGURE_LEAST) return counts.map(() => null);
  const hidden = new Set(counts.flatMap((count, index) => (count < FIGURE_LEAST ? [index] : [])));
  const smallestFirst = counts
    .map((_, index) => index)
    .sort((a, b) => at(counts, a) - at(counts, b));
  const hiddenSum = () => [...hidden].reduce((sum, index) => sum + at(counts, index), 0);
  for (const index of smallestFirst) {
    if (hidden.size === 0 || (hidden.size > 1 && hiddenSum() >= FIGURE_LEAST)) break;
    hidden.add(index);
  }
  return counts.map((count, index) => (hidden.has(index) ? null : count));
}

const at = (counts: readonly number[], index: number) => counts[index] ?? 0;

/** Returns a total, or null if it is so small that it could identify a person. */
export const suppressTotal = (count: number) => (count < FIGURE_LEAST ? null : count);
