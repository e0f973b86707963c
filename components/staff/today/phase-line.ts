import { romeDay, romeMidnight } from "@/contract/deadline";
import type { Today } from "@/contract/staff/today";

type Edition = NonNullable<Today["edition"]>;
type Round = Today["rounds"][number];

/** Height of each phase's arc as a fraction of the drawing's height. Each phase is higher than the phase before. */
const APEX = { applications: 0.5, evaluation: 0.75, winners: 1 } as const;

/** One phase of an edition: its position on the time axis (0 to 1), and the completed fraction. */
export type Phase = {
  name: keyof typeof APEX;
  /** Round of the evaluation, if the edition has several rounds. */
  round?: Round | undefined;
  startsAt: Date;
  endsAt: Date;
  from: number;
  to: number;
  apex: number;
  /** Completed fraction: 0 before the phase and while the round cannot open, 1 after the phase. */
  done: number;
};

/** Returns the name that distinguishes a phase from the other phases of its edition. */
export const phaseKey = ({ name, round }: Pick<Phase, "name" | "round">) =>
  `${name} ${round?.number ?? ""}`;

/** The dates of an edition that are needed to draw its phases. */
export type PhaseDates = Pick<
  Edition,
  "opensAt" | "closesAt" | "evaluationOpensAt" | "evaluationClosesAt" | "awardedAt"
>;
/** A time range in milliseconds. */
export type Range = { start: number; end: number };

/**
 * Returns the phases of an edition whose dates are known, with their positions on one time axis. The width of a phase
 * is its duration. Two phases can overlap.
 *
 * @param rounds the rounds of the edition, each of which is a phase; if empty, the evaluation is one phase
 * @param range the range of the time axis; default: the whole edition
 */
export function phasesOf(
  edition: PhaseDates,
  now: Date,
  { rounds = [], range }: { rounds?: readonly Round[]; range?: Range | undefined } = {},
): { phases: Phase[]; months: Month[] } {
  const { opensAt, closesAt, evaluationOpensAt, evaluationClosesAt, awardedAt } = edition;
  const evaluations =
    rounds.length > 0
      ? rounds.map((round) => ({ round, starts: round.opens ?? closesAt, ends: round.closes }))
      : [{ starts: evaluationOpensAt ?? closesAt, ends: evaluationClosesAt }];
  const lastEnd = evaluations
    .flatMap(({ ends }) => ends ?? [])
    .toSorted()
    .at(-1);
  const known: { name: Phase["name"]; round?: Round; starts: string; ends: string | null }[] = [
    { name: "applications", starts: opensAt, ends: closesAt },
    ...evaluations.map((one) => ({ name: "evaluation" as const, ...one })),
    { name: "winners", starts: lastEnd ?? closesAt, ends: awardedAt },
  ];
  const dated = known.flatMap(({ name, round, starts, ends }) => {
    const [startsAt, endsAt] = [new Date(starts), ends && new Date(ends)];
    return endsAt && endsAt > startsAt ? [{ name, round, startsAt, endsAt }] : [];
  });
  const { start, end } = range ?? {
    start: Date.parse(opensAt),
    end: Math.max(...dated.map(({ endsAt }) => endsAt.getTime())),
  };
  const place = (at: Date) => (at.getTime() - start) / (end - start);
  return {
    phases: dated.map(({ name, round, startsAt, endsAt }) => {
      const share = (now.getTime() - startsAt.getTime()) / (endsAt.getTime() - startsAt.getTime());
      return {
        ...{ name, round, startsAt, endsAt, from: place(startsAt), to: place(endsAt) },
        ...{ apex: APEX[name], done: doneOf(round, share) },
      };
    }),
    months: monthsBetween(start, end).map((at) => ({ at, x: place(at) })),
  };
}

function doneOf(round: Round | undefined, share: number): number {
  if (round?.obstacles) return 0;
  return round?.final ? 1 : Math.min(1, Math.max(0, share));
}

export type Month = { at: Date; x: number };

/** Returns the first days of all months between two times, in Rome. */
function monthsBetween(start: number, end: number): Date[] {
  const [year = 0, month = 1] = romeDay(new Date(start)).split("-").map(Number);
  const firsts: Date[] = [];
  for (let index = month - 1; ; index++) {
    const day = `${year + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}-01`;
    const at = romeMidnight(day);
    if (at.getTime() >= end) return firsts;
    if (at.getTime() >= start) firsts.push(at);
  }
}

/** Returns the height of a phase's arc at a fraction of its width, as a fraction of the drawing's height. */
export function heightAt({ apex }: Pick<Phase, "apex">, t: number): number {
  return 4 * apex * t * (1 - t);
}

/**
 * Returns the SVG path of a part of a phase's arc, which is a parabola. Two fractions of the phase's width delimit the
 * part. `width` and `height` are the size of the drawing.
 */
export function leapPart(
  phase: Pick<Phase, "from" | "to" | "apex">,
  [first, last]: readonly [number, number],
  { width, height }: { width: number; height: number },
): string {
  const at = (t: number, y: number) =>
    `${round((phase.from + (phase.to - phase.from) * t) * width)} ${round((1 - y) * height)}`;
  const begin = heightAt(phase, first);
  const bend = begin + 2 * phase.apex * (1 - 2 * first) * (last - first);
  return `M${at(first, begin)}Q${at((first + last) / 2, bend)} ${at(last, heightAt(phase, last))}`;
}

const round = (value: number) => Math.round(value * 100) / 100;
