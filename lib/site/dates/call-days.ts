import { closingMoment } from "@/contract/deadline";
import type { EditionDates } from "../../browser/countdown";

/** What happens on the dates of an edition. */
export type CallMoment = "opens" | "closes" | "evaluation" | "winners";

/** The words of a moment; `time` is the hour in Rome at which it ends or begins. */
export type MomentWords = (moment: CallMoment, time: string) => { title: string; text: string };

/** A moment from its first day in Rome to its last, by an instant of each. */
export type CallDays = { moment: CallMoment; first: Date; last: Date; time: string };

/** The days of an edition that are known, in order, so that nobody plans by the programme's rule of thumb. */
export function callDays(edition: EditionDates): CallDays[] {
  const { lastDay, time } = closingMoment(new Date(edition.closesAt));
  const opensAt = new Date(edition.opensAt);
  const { evaluationClosesAt: until, awardedAt } = edition;
  const days: CallDays[] = [
    { moment: "opens", first: opensAt, last: opensAt, time: clock(opensAt) },
    { moment: "closes", first: lastDay, last: lastDay, time },
  ];
  if (until) {
    // Without a day of its own it begins once nobody can apply any more, as the page says.
    const first = new Date(edition.evaluationOpensAt ?? edition.closesAt);
    const end = closingMoment(new Date(until));
    days.push({ moment: "evaluation", first, last: end.lastDay, time: end.time });
  }
  if (awardedAt) {
    const day = new Date(awardedAt);
    days.push({ moment: "winners", first: day, last: day, time: "" });
  }
  return days;
}

/** The hour of an instant in Rome: "09:00". */
function clock(instant: Date): string {
  const { time } = closingMoment(instant);
  return time === "24:00" ? "00:00" : time;
}
