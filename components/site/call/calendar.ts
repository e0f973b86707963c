import { romeDay, romeMidnight } from "@/contract/deadline";
import type { EditionDates } from "@/lib/browser/countdown";

/** How high each leap rises, relative to the highest: every stage rises higher. */
const APEX = { applications: 0.42, evaluation: 0.71, winners: 1 } as const;
/** Calendar months that follow the month of the last day: two to evaluate, one for the winners. */
const EVALUATION_MONTHS = 2;
const WINNERS_MONTHS = 1;
/** The last leap is no shorter than this, so that its name has room. Milliseconds. */
const LAST_LEAP = 14 * 86_400_000;

/** One leap of the calendar: its instants, and where it lies on the line (0 to 1). */
export type Phase = {
  name: keyof typeof APEX;
  startsAt: string;
  /** What its label starts with: a call may close mid-month, evaluation takes whole months. */
  namedFrom: string;
  /** Its own days are known; otherwise it is labelled by month, following the programme's rule. */
  byDay: boolean;
  /** The first instant that is no longer its own. */
  endsAt: string;
  from: number;
  to: number;
  /** 0 to 1 of the drawing's height. */
  apex: number;
};

export type Calendar = {
  phases: Phase[];
  /** Where months begin, between the ends of the line. */
  ticks: number[];
};

/**
 * An edition's calendar: applications, evaluation, the winners. The days are those the back end reports,
 * the same ones an applicant sees on the dashboard; what it does not report follows the rule: two whole
 * months of evaluation, then the month of the winners ("opens 1 July, closes 30 September, evaluation
 * October–November, winners in December"). Leaps are as wide as they are long; the last one ends with
 * the winners' month, however early in it they are named.
 */
export function calendarOf(edition: EditionDates): Calendar {
  // The closing instant is the midnight after the last day.
  const { evaluationOpensAt, evaluationClosesAt, awardedAt } = edition;
  const { year, month } = romeMonth(new Date(Date.parse(edition.closesAt) - 1));
  const nextMonth = firstOfMonth(year, month + 1);
  const evaluated = evaluationClosesAt
    ? new Date(evaluationClosesAt)
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

  const ends = {
    applications: Date.parse(edition.closesAt),
    evaluation: evaluated.getTime(),
    winners: awarded.getTime(),
  };
  let before = start;
  const phases = (Object.keys(APEX) as (keyof typeof APEX)[]).map((name) => {
    const [startsAt, endsAt] = [before, ends[name]];
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

/** Where somebody stands on the calendar at an instant: on the ground before it, at the top after it. */
export function placeAt({ phases }: Calendar, now: number): { x: number; y: number } {
  const phase = phases.find(({ endsAt }) => now < Date.parse(endsAt)) ?? phases.at(-1);
  if (!phase) return { x: 0, y: 0 };
  const [start, end] = [Date.parse(phase.startsAt), Date.parse(phase.endsAt)];
  // It is over: the edition rests at the apex of its last leap.
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

/** The first of a month in Rome; months count from 1 and may run past December. */
function firstOfMonth(year: number, month: number): Date {
  const [y, m] = [year + Math.floor((month - 1) / 12), ((month - 1) % 12) + 1];
  return romeMidnight(`${y}-${String(m).padStart(2, "0")}-01`);
}

function romeMonth(instant: Date): { year: number; month: number } {
  const date = romeDay(instant);
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)) };
}
