import { romeDay, romeMidnight } from "@/contract/deadline";
import type { EditionDates } from "@/lib/browser/countdown";

/** Height of each phase's arc relative to the highest arc. Each phase is higher than the phase before. */
const APEX = { applications: 0.42, evaluation: 0.71, winners: 1 } as const;
/**
 * Number of calendar months that a phase lasts if its dates are unknown: two for the evaluation, one for the winners.
 */
const EVALUATION_MONTHS = 2;
const WINNERS_MONTHS = 1;
/** Minimum duration of the last phase in milliseconds, so that its name fits below its arc. */
const LAST_LEAP = 14 * 86_400_000;

/** One phase of the call's calendar: its dates, and its position on the line (0 to 1). */
export type Phase = {
  name: keyof typeof APEX;
  startsAt: string;
  /**
   * The first date in the phase's label. It can be later than the phase's start: for example, the call can close
   * mid-month, but an evaluation without exact days covers whole months.
   */
  namedFrom: string;
  /**
   * Whether the phase's exact days are known. Otherwise the label shows months: two whole months of evaluation, then
   * the winners' month.
   */
  byDay: boolean;
  /** The exclusive end of a calendar phase. */
  endsAt: string;
  from: number;
  to: number;
  /** Height of the phase's arc, as a share of the drawing's height (0 to 1). */
  apex: number;
};

export type Calendar = {
  phases: Phase[];
  /** Positions (0 to 1) on the drawing's line at which a month starts. The two ends of the line are left out. */
  ticks: number[];
};

/**
 * Returns the calendar of an edition with its three phases: applications, evaluation, and winners. Days come from the
 * back end. Unknown days follow the programme's rule: two whole months of evaluation, then the winners' month. A
 * phase's width is its duration, and the last phase ends with the winners' month.
 */
export function calendarOf(edition: EditionDates): Calendar {
  // The call closes at the midnight after its last day, so subtract 1 ms to find the last day's month.
  const { evaluationOpensAt, evaluationClosesAt, awardedAt } = edition;
  const { year, month } = romeMonth(new Date(Date.parse(edition.closesAt) - 1));
  const nextMonth = firstOfMonth(year, month + 1);
  // Later rounds extend the evaluation phase.
  const ends = [evaluationClosesAt, ...(edition.rounds ?? []).map(({ closes }) => closes)];
  const lastEnd = ends.flatMap((at) => (at ? Date.parse(at) : []));
  const evaluated = evaluationClosesAt
    ? new Date(Math.max(...lastEnd))
    : firstOfMonth(year, month + 1 + EVALUATION_MONTHS);
  const last = romeMonth(new Date(evaluated.getTime() - 1));
  const named = awardedAt ? romeMonth(new Date(awardedAt)) : null;
  const ruled = firstOfMonth(last.year, last.month + 1 + WINNERS_MONTHS);
  const told = named && firstOfMonth(named.year, named.month + 1);
  const roomy = told && told.getTime() - evaluated.getTime() >= LAST_LEAP;
  const awarded = told ? (roomy ? told : firstOfMonth(last.year, last.month + 2)) : ruled;
  const start = Date.parse(edition.opensAt);
  const length = awarded.getTime() - start;
  const place = (instant: number) => (instant - start) / length;

  const endOf = {
    applications: Date.parse(edition.closesAt),
    evaluation: evaluated.getTime(),
    winners: awarded.getTime(),
  };
  let before = start;
  const phases = (Object.keys(APEX) as (keyof typeof APEX)[]).map((name) => {
    const [startsAt, endsAt] = [before, endOf[name]];
    before = endsAt;
    return {
      name,
      startsAt: new Date(startsAt).toISOString(),
      ...namesOf(name, new Date(startsAt)),
      endsAt: new Date(endsAt).toISOString(),
      from: place(startsAt),
      to: place(endsAt),
      apex: APEX[name],
    };
  });
  return { phases, ticks: monthStarts(start, awarded.getTime()).map(place) };

  function namesOf(name: Phase["name"], begins: Date): Pick<Phase, "namedFrom" | "byDay"> {
    if (name === "applications") return { namedFrom: begins.toISOString(), byDay: true };
    if (name === "winners")
      return { namedFrom: awardedAt ?? begins.toISOString(), byDay: !!awardedAt };
    if (!evaluationClosesAt) return { namedFrom: nextMonth.toISOString(), byDay: false };
    return { namedFrom: evaluationOpensAt ?? begins.toISOString(), byDay: true };
  }
}

/**
 * Returns the position in the calendar's drawing at a given time. Before the edition, the position is at the start of
 * the line. After the edition, the position is at the top of the last arc.
 */
export function placeAt({ phases }: Calendar, now: number): { x: number; y: number } {
  const phase = phases.find(({ endsAt }) => now < Date.parse(endsAt)) ?? phases.at(-1);
  if (!phase) return { x: 0, y: 0 };
  const [start, end] = [Date.parse(phase.startsAt), Date.parse(phase.endsAt)];
  // After the edition, the position stays at the top of the last arc.
  const t = now >= end ? 0.5 : Math.max(0, (now - start) / (end - start));
  return {
    x: phase.from + (phase.to - phase.from) * t,
    y: phase.apex * 4 * t * (1 - t),
  };
}

function monthStarts(start: number, end: number): number[] {
  const { year, month } = romeMonth(new Date(start));
  const starts: number[] = [];
  for (let index = month + 1; ; index++) {
    const instant = firstOfMonth(year, index).getTime();
    if (instant >= end) return starts;
    starts.push(instant);
  }
}

/** Returns the first day of a month in Rome. Months count from 1; numbers above 12 continue in the next year. */
function firstOfMonth(year: number, month: number): Date {
  const [y, m] = [year + Math.floor((month - 1) / 12), ((month - 1) % 12) + 1];
  return romeMidnight(`${y}-${String(m).padStart(2, "0")}-01`);
}

function romeMonth(instant: Date): { year: number; month: number } {
  const date = romeDay(instant);
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)) };
}
