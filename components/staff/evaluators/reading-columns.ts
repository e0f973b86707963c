import type { Jury } from "@/contract/staff/evaluators";

/** Maximum number of columns in the chart of readings. */
export const MOST_COLUMNS = 9;

type Column = { readings: number; projects: number; andMore: boolean };

/**
 * Returns the chart's columns, starting at the smallest number of readings per project. The last column contains all
 * larger numbers ("N or more").
 */
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
