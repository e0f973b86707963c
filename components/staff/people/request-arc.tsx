import { DAY } from "@/contract/durations";
import type { DataRequest } from "@/contract/staff/data-requests";

const WIDE = 400;
const GROUND = 74;
const TOP = 2;

/** Returns a day's position between the receipt and the due date of a data request, from 0 to 1. */
export function shareOf(
  { received_on, due_on }: Pick<DataRequest, "received_on" | "due_on">,
  today: string,
): number {
  const [from, to, at] = [received_on, due_on, today].map((day) => Date.parse(day));
  if (from === undefined || to === undefined || at === undefined) return 0;
  return Math.min(1, Math.max(0, (at - from) / (to - from)));
}

/** Returns the number of days until a due date; negative after the due date. */
export const daysTo = (due: string, today: string) =>
  Math.round((Date.parse(due) - Date.parse(today)) / DAY);

/** Draws the legal period of a data request as an arc: the past solid, the future dashed. */
export function RequestArc({ request, today }: { request: DataRequest; today: string }) {
  const t = shareOf(request, today);
  // Control points of the parabola and of its two parts, split by the de Casteljau algorithm.
  const [fromX, toX, high] = [6, WIDE - 6, 2 * TOP - GROUND];
  const midX = WIDE / 2;
  const between = (a: number, b: number) => a + (b - a) * t;
  const [firstX, firstY] = [between(fromX, midX), between(GROUND, high)];
  const [lastX, lastY] = [between(midX, toX), between(high, GROUND)];
  const [x, y] = [between(firstX, lastX), between(firstY, lastY)];
  return (
    <svg viewBox={`0 0 ${WIDE} 84`} aria-hidden="true">
      <path data-ground="true" d={`M0 ${GROUND + 2}H${WIDE}`} />
      <path d={`M${fromX} ${GROUND}Q${firstX} ${firstY} ${x} ${y}`} />
      <path data-ahead="true" d={`M${x} ${y}Q${lastX} ${lastY} ${toX} ${GROUND}`} />
      <circle cx={x} cy={y} r="8" />
    </svg>
  );
}
