import { FIGURE_LEAST, type FigureReaders } from "./figures";

/**
 * Hides small counts in a table column: each count below `FIGURE_LEAST` becomes null. Readers who know the column's
 * total could calculate a single hidden count. Therefore the smallest other counts are hidden too, until at least two
 * counts are hidden and their sum is at least `FIGURE_LEAST`. Readers cannot see why a count is hidden.
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

/** Returns a total, or null if the total is so small that it could identify a person. */
const suppressTotal = (count: number) => (count < FIGURE_LEAST ? null : count);

/**
 * Returns one column of a statistics table as its readers see it, with null for hidden counts. `rest` counts the items
 * that belong to no row, or is undefined if every item belongs to a row. Screen, print and export use this function.
 * Rule: staff.small-counts.
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
  // Treat the items that belong to no row as one more row. Otherwise readers could calculate a hidden count from the
  // total.
  const all = left > 0 ? [...counts, left] : counts;
  const cells = readers === "staff" ? all : suppressSmall(all);
  return {
    cells: cells.slice(0, counts.length),
    rest: left > 0 ? cells[counts.length] : undefined,
    total: total === null ? null : shownTotal(readers, total),
  };
}

/** Returns a total as the readers of the statistics see it, or null if it is hidden. */
export const shownTotal = (readers: FigureReaders, total: number): number | null =>
  readers === "staff" ? total : suppressTotal(total);
