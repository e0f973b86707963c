import type { Today } from "@/contract/staff/today";

type Row = Today["days"]["rows"][number];
export type What = keyof Row["now"];

/** One event is this high, of a drawing whose days are this wide. */
export const DAY_WIDTH = 10;

/** The largest number of a kind on one day, of either edition; no less than one. */
export function highest(rows: readonly Row[], kinds: readonly What[]): number {
  return Math.max(
    1,
    ...rows.flatMap(({ now, before }) => kinds.flatMap((kind) => [now[kind], before[kind]])),
  );
}

/** The leaps of some days, one after the other on the ground at `height`; a day without an event is no leap. */
export function dayLeaps(values: readonly number[], height: number, from = 0): string {
  return values
    .map((value, index) => {
      if (value === 0) return "";
      const x = (from + index) * DAY_WIDTH;
      return `M${x} ${height}Q${x + DAY_WIDTH / 2} ${height - 2 * value} ${x + DAY_WIDTH} ${height}`;
    })
    .join("");
}
