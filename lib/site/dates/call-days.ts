import { closingMoment } from "@/contract/deadline";
import type { PublicRound } from "@/contract/evaluation/rounds";
import type { EditionDates } from "../../browser/countdown";

/**
 * A dated step of an edition: the call opens or closes, the first or a later round of the evaluation takes place, or
 * the winners are announced.
 */
export type CallMoment = "opens" | "closes" | "evaluation" | "round" | "winners";

/** Returns the text for a step of an edition. `time` is the hour in Rome at which the step starts or ends. */
export type MomentWords = (
  moment: CallMoment,
  time: string,
  round?: PublicRound,
) => { title: string; text: string };

/**
 * A step of an edition. `first` is an instant on its first day in Rome, and `last` an instant on its last day. Only the
 * second and later rounds of the evaluation have `round`.
 */
export type CallDays = {
  moment: CallMoment;
  first: Date;
  last: Date;
  time: string;
  round?: PublicRound;
};

/**
 * Returns the steps of an edition with confirmed dates, in order. Omits estimated dates, so that applicants do not plan
 * with them.
 */
export function callDays(edition: EditionDates): CallDays[] {
  const { lastDay, time } = closingMoment(new Date(edition.closesAt));
  const opensAt = new Date(edition.opensAt);
  const { evaluationClosesAt: until, awardedAt } = edition;
  const days: CallDays[] = [
    { moment: "opens", first: opensAt, last: opensAt, time: clock(opensAt) },
    { moment: "closes", first: lastDay, last: lastDay, time },
  ];
  if (until) {
    // If an edition has no start date for the evaluation, the evaluation starts when the call closes.
    const first = new Date(edition.evaluationOpensAt ?? edition.closesAt);
    const end = closingMoment(new Date(until));
    days.push({ moment: "evaluation", first, last: end.lastDay, time: end.time });
  }
  for (const round of edition.rounds ?? []) {
    const end = closingMoment(new Date(round.closes));
    const first = new Date(round.opens);
    days.push({ moment: "round", first, last: end.lastDay, time: end.time, round });
  }
  if (awardedAt) {
    const day = new Date(awardedAt);
    days.push({ moment: "winners", first: day, last: day, time: "" });
  }
  return days;
}

/** Returns the time of day of an instant in Rome, such as "09:00". */
function clock(instant: Date): string {
  const { time } = closingMoment(instant);
  return time === "24:00" ? "00:00" : time;
}
