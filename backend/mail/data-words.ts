import { closingMoment, PROGRAMME_ZONE } from "@/contract/deadline";
import type { Language } from "@/contract/fields";
import { dataWords } from "./words";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Dates and times as they are written in a language, on Rome's clocks. */
export function romeFormat(language: Language, style: Intl.DateTimeFormatOptions) {
  const locale = language === "en" ? "en-GB" : "it-IT";
  return new Intl.DateTimeFormat(locale, { ...style, timeZone: PROGRAMME_ZONE });
}

/** The deadline as people say it: a Rome midnight is the end of the day before. */
export function deadlineWords(instant: string, language: Language): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return "";
  const { time } = dataWords(language);
  const moment = closingMoment(at);
  const date = romeFormat(language, {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
  })
    .format(moment.lastDay)
    .replace(",", "");
  const words = moment.time === "24:00" ? time.midnight : time.deadline;
  return words.replace("{time}", moment.time).replace("{date}", date);
}

/** Time left in whole units, rounded: "7 days", "24 hours", "3 hours", "40 minutes". */
function leftWords(left: number, language: Language): string {
  const { time } = dataWords(language);
  if (left >= 1.5 * DAY) return time.days.replace("{n}", String(Math.round(left / DAY)));
  if (left >= 1.5 * HOUR) return time.hours.replace("{n}", String(Math.round(left / HOUR)));
  return time.minutes.replace("{n}", String(Math.max(2, Math.round(left / MINUTE))));
}

/** What {deadline} and {left} stand for in a mail about a deadline; nothing in the others. */
export function deadlineValues(deadline: string | undefined, language: Language, now: Date) {
  if (deadline === undefined) return {};
  const left = new Date(deadline).getTime() - now.getTime();
  return { deadline: deadlineWords(deadline, language), left: leftWords(left, language) };
}

/** "nome,team" as the names of these fields. */
export function fieldNames(list: string, language: Language): string {
  const { fields } = dataWords(language);
  const known = list.split(",").filter((name) => Object.hasOwn(fields, name));
  return known.map((name) => fields[name as keyof typeof fields]).join(", ");
}
