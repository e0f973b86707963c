import { FIGURE_LEAST, type FigureReaders } from "./figures";

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
const suppressTotal = (count: number) => (count < FIGURE_LEAST ? null : count);

/**
 * Returns one column of a table of figures as its readers see it: null for hidden counts. `rest` is what the rows leave of
 * the total, undefined if they leave nothing. The screen, its print and the export use it. Rule: staff.small-counts.
 */
export function shownColumn(
  readers: FigureReaders,
  counts: readonly number[],
  total: number | null,
): {
  cells: (number | null)[];
  rest: number | null | undefined;
  total: number | null;
} {
  const left = total === null ? 0 : total - counts.reduce((sum, count) => sum + count, 0);
  // The rest is a row too, so that no hidden count follows from the total.
  const all = left > 0 ? [...counts, left] : counts;
  const cells = readers === "staff" ? all : suppressSmall(all);
  return {
    cells: cells.slice(0, counts.length),
    rest: left > 0 ? cells[counts.length] : undefined,
    total: total === null ? null : shownTotal(readers, total),
  };
}

/** Returns a total as its readers see it, or null if it is hidden. */
export const shownTotal = (readers: FigureReaders, total: number): number | null =>
  readers === "staff" ? total : suppressTotal(total);
