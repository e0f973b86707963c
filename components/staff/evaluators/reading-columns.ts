import type { Jury } from "@/contract/staff/evaluators";

/** Columns of the figure at most. */
export const MOST_COLUMNS = 9;

type Column = { readings: number; projects: number; andMore: boolean };

/** Columns from the fewest readings on; what does not fit is in the last one, which then counts "so many or more". */
export function readingColumns(readings: Jury["readings"]): Column[] {
  const first = readings.findIndex(({ projects }) => projects > 0);
  if (first === -1) return [];
  const columns = readings.slice(first).map((one) => ({ ...one, andMore: false }));
  const [last, ...rest] = columns.slice(MOST_COLUMNS - 1);
  if (last) {
    last.projects += rest.reduce((sum, { projects }) => sum + projects, 0);
    last.andMore = rest.length > 0;
  }
  return columns.slice(0, MOST_COLUMNS);
}
