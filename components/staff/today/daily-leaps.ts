import type { Today } from "@/contract/staff/today";

type Row = Today["days"]["rows"][number];
export type What = keyof Row["now"];

/** Width of a day in drawing units. Each begun, complete, or sent application is one unit high. */
export const DAY_WIDTH = 10;

/**
 * Returns the highest daily count in the current and the previous edition, among the given kinds of event; at least 1.
 */
export function highest(rows: readonly Row[], kinds: readonly What[]): number {
  return Math.max(
    1,
    ...rows.flatMap(({ now, before }) => kinds.flatMap((kind) => [now[kind], before[kind]])),
  );
}

/** Maximum number of dates below the drawing, not counting today. */
const TICKS = 5;

/**
 * Returns the positions of the days with a date below the drawing: evenly spaced, from the first to the last day.
 * Leaves out days whose date would overlap today's date.
 *
 * @param today the position of today; -1 if it is not drawn
 */
export function axisTicks(days: number, today: number): number[] {
  const most = Math.min(TICKS, days);
  const all = Array.from({ length: most }, (_, index) =>
    Math.round((index * (days - 1)) / Math.max(1, most - 1)),
  );
  return all.filter((at) => today < 0 || Math.abs(at - today) >= days / 6);
}

/** Returns the SVG path of one arc per day, on a line at `height`. A day without events has no arc. */
export function dayLeaps(values: readonly number[], height: number, from = 0): string {
  return values
    .map((value, index) => {
      if (value === 0) return "";
      const x = (from + index) * DAY_WIDTH;
      return `M${x} ${height}Q${x + DAY_WIDTH / 2} ${height - 2 * value} ${x + DAY_WIDTH} ${height}`;
    })
    .join("");
}
