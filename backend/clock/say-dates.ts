import { closingMoment, PROGRAMME_ZONE, romeTime } from "@/contract/deadline";
import { LANGUAGE } from "@/contract/languages";

/* Dates as people read them, for what staff's commands print: in English, on Rome's clocks. */

let days: Intl.DateTimeFormat | undefined;

/** The day in Rome: "1 January 2027". */
export function dayWords(at: Date): string {
  days ??= new Intl.DateTimeFormat(LANGUAGE.en.region, {
    timeZone: PROGRAMME_ZONE,
    day: "numeric",
    month: "long",
    year: "numeric",
  });
  return days.format(at);
}

/** When something begins: "1 July 2026"; with its time when that is not midnight. */
export function openingWords(at: Date): string {
  return romeTime(at).endsWith("00:00") ? dayWords(at) : momentWords(at);
}

/** How long something lasts: "through 1 January 2027", that day included, or "until 18:30 on 7 October 2027". */
export function untilWords(at: Date): string {
  return endWords(at, "through");
}

/** The same for a list of dates: "last day 1 January 2027". */
export function lastDayWords(at: Date): string {
  return endWords(at, "last day");
}

function endWords(at: Date, before: string): string {
  const { lastDay, time } = closingMoment(at);
  return time === "24:00" ? `${before} ${dayWords(lastDay)}` : `until ${momentWords(at)}`;
}

/** A minute in Rome: "18:30 on 7 October 2027". */
function momentWords(at: Date): string {
  return `${romeTime(at).slice(11)} on ${dayWords(at)}`;
}
