import type { PlanShape } from "@/contract/staff/assignment";
import { MOST_COLUMNS } from "../evaluators/reading-columns";

type Column = { from: number; to: number; evaluators: number };

/**
 * Returns the columns of a chart of evaluators by their number of projects, smallest number first. Each column covers
 * an equal range of numbers. The chart has at most MOST_COLUMNS columns.
 */
export function loadColumns(loads: PlanShape["loads"]): Column[] {
  const [least, most] = [loads[0]?.load, loads.at(-1)?.load];
  if (least === undefined || most === undefined) return [];
  const width = Math.ceil((most - least + 1) / MOST_COLUMNS);
  return Array.from({ length: Math.ceil((most - least + 1) / width) }, (_, column) => {
    const from = least + column * width;
    const to = Math.min(most, from + width - 1);
    const evaluators = loads
      .filter(({ load }) => load >= from && load <= to)
      .reduce((sum, one) => sum + one.evaluators, 0);
    return { from, to, evaluators };
  });
}
