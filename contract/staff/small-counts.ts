import { FIGURE_LEAST, type FigureReaders } from "./figures";

/**
 * Hides small counts in a table column: each count below `FIGURE_LEAST` becomes null. Readers can know the column's
 * total, so a single hidden count would follow from the total. Therefore more counts are hidden, the smallest first,
 * until at least two are hidden and their sum is at least `FIGURE_LEAST`. Readers cannot see why a count is hidden.
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
 * Returns one column of a statistics table as its readers see it, with null for hidden counts. `rest` is the part of
 * the total outside all rows, or undefined if there is none. Screen, print and export use this function. Rule:
 * staff.small-counts.
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
  // Treat the counted items outside all rows as one more row, so that no hidden count can be calculated from the total.
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
