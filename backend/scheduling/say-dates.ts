import { closingMoment, PROGRAMME_ZONE, romeTime } from "@/contract/deadline";
import { LANGUAGE } from "@/contract/languages";

/* Caches the format for dates in the output of staff commands: in English, in Rome time. */

let days: Intl.DateTimeFormat | undefined;

/** Returns the day of an instant in Rome, such as "1 January 2027". */
export function dayWords(at: Date): string {
  days ??= new Intl.DateTimeFormat(LANGUAGE.en.region, {
    timeZone: PROGRAMME_ZONE,
    day: "numeric",
    month: "long",
    year: "numeric",
  });
  return days.format(at);
}

/** Returns the start of a period as text: "1 July 2026", with the time if it is not midnight. */
export function openingWords(at: Date): string {
  return romeTime(at).endsWith("00:00") ? dayWords(at) : momentWords(at);
}

/** Returns the end of a period as text: "through 1 January 2027" (inclusive) or "until 18:30 on 7 October 2027". */
export function untilWords(at: Date): string {
  return endWords(at, "through");
}

/** Returns the end of a period as text for lists, such as "last day 1 January 2027". */
export function lastDayWords(at: Date): string {
  return endWords(at, "last day");
}

function endWords(at: Date, before: string): string {
  const { lastDay, time } = closingMoment(at);
  return time === "24:00" ? `${before} ${dayWords(lastDay)}` : `until ${momentWords(at)}`;
}

/** Returns an instant as a minute in Rome, such as "18:30 on 7 October 2027". */
function momentWords(at: Date): string {
  return `${romeTime(at).slice(11)} on ${dayWords(at)}`;
}
