import { DAY } from "@/contract/durations";
import type { EditionDate, StaffEdition } from "@/contract/staff/editions";
import { type Month, type Phase, type PhaseDates, phasesOf, type Range } from "../today/phase-line";

/**
 * Margins of the time axis before the first shown time (`BEHIND`) and after the last date (`BEYOND`), as fractions of
 * the time between them.
 */
const BEHIND = 0.08;
const BEYOND = 0.04;
/**
 * Two labels whose distance is below this fraction of the axis are placed in different rows. On a phone, this distance
 * is about the width of a label.
 */
const NEAR = 0.15;
/** Number of thin rings on the arc from a date's old position to its new one, at equal time steps. */
const HOPS = 4;
/** Height of the arc from a date's old position to its new one, as a fraction of the drawing's height. */
const APEX = 0.62;

export type Dates = StaffEdition["dates"];
/** A date of an edition, and the day to which staff want to move it. */
export type Proposed = { which: EditionDate; at: string };
type Point = { which: EditionDate; at: string; x: number; line: number };

/** The layout of an edition's dates on a time axis, on which each day has the same width. */
export type Axis = {
  /** Returns the position of a time on the time axis, from 0 to 1 within the shown time range. */
  place: (at: string) => number;
  now: number | null;
  points: Point[];
  proposed: (Point & { hops: { x: number; y: number }[] }) | null;
  phases: Phase[];
  months: Month[];
};

/** Returns the layout of an edition's dates on the time axis. */
export function axisOf(dates: Dates, at: string, proposed: Proposed | null): Axis {
  const now = Date.parse(at);
  const set = dates.flatMap(({ which, at }) => (at ? [{ which, at }] : []));
  const range = rangeOf([...set, ...(proposed ? [proposed] : [])], now);
  const place = (instant: string) =>
    (Date.parse(instant) - range.start) / (range.end - range.start);
  const shown = set
    .map((one) => ({ ...one, x: place(one.at), line: 0 }))
    .filter(({ x }) => x >= 0)
    .sort((one, other) => one.x - other.x);
  const landing = proposed && { ...proposed, x: place(proposed.at), line: 0 };
  const old = proposed && shown.find(({ which }) => which === proposed.which);
  const hops =
    old && landing
      ? Array.from({ length: HOPS }, (_, index) => {
          const t = (index + 1) / (HOPS + 1);
          return { x: old.x + (landing.x - old.x) * t, y: 4 * APEX * t * (1 - t) };
        })
      : [];
  const points = inLines(shown, landing);
  const { phases, months } = phasesOf(phaseDates(dates), new Date(at), { range });
  const today = place(at);
  return {
    place,
    now: today >= 0 && today <= 1 ? today : null,
    points: points.filter((one) => one !== landing),
    proposed: landing && { ...landing, hops },
    phases,
    months,
  };
}

/**
 * Returns the time range of the time axis: from now to the last date, at least 7 days, with margins. If all dates are
 * past, the range starts at the first date.
 */
function rangeOf(set: readonly { at: string }[], now: number): Range {
  const all = set.map(({ at }) => Date.parse(at));
  const last = Math.max(...all, now - DAY);
  const ahead = all.filter((at) => at > now);
  const first = ahead.length > 0 ? Math.min(now, ...ahead) : Math.min(...all);
  const length = Math.max(last - first, 7 * DAY);
  return { start: first - BEHIND * length, end: first + length * (1 + BEYOND) };
}

/** Puts each label in the first row in which the label does not overlap the previous label. */
function inLines(shown: Point[], landing: Point | null): Point[] {
  const all = [...shown, ...(landing ? [landing] : [])].sort((one, other) => one.x - other.x);
  const ends: number[] = [];
  for (const one of all) {
    const free = ends.findIndex((end) => one.x - end >= NEAR);
    one.line = free === -1 ? ends.length : free;
    ends[one.line] = one.x;
  }
  return all;
}

function phaseDates(dates: Dates): PhaseDates {
  const at = (which: EditionDate) => dates.find((one) => one.which === which)?.at ?? null;
  return {
    opensAt: at("opens") ?? "",
    closesAt: at("closes") ?? "",
    evaluationOpensAt: at("evaluation-opens"),
    evaluationClosesAt: at("evaluation-closes"),
    awardedAt: at("awarded"),
  };
}
