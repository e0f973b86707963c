import { dateFormat } from "@/contract/dates";
import { closingMoment, PROGRAMME_ZONE } from "@/contract/deadline";
import { type Language, listIn } from "@/contract/languages";
import { fieldNames, inSentence } from "@/contract/project/field-names";
import { FIELD_NAMES } from "@/contract/project/project-fields";
import { MINUTE } from "@/contract/spans";
import { timeWords } from "./words";

/** Dates and times as a language writes them, in Rome time. */
export function romeFormat(language: Language, style: Intl.DateTimeFormatOptions) {
  return dateFormat(language, { ...style, timeZone: PROGRAMME_ZONE });
}

/** The day of an instant, in Rome. */
export function dayWords(instant: string, language: Language): string {
  const at = new Date(instant);
  return Number.isNaN(at.getTime())
    ? ""
    : romeFormat(language, { dateStyle: "full" }).format(at).replace(",", "");
}

/** The deadline as people say it: a Rome midnight is the end of the day before. */
export function deadlineWords(instant: string, language: Language): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return "";
  const time = timeWords(language);
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

/**
 * Time left in the dashboard's units: "6 days and 15 hours", "2 hours and 50 minutes". A minute that has
 * begun counts, since a mail leaves some seconds after its moment; a lone "1 day" is "24 hours".
 */
function leftWords(left: number, language: Language): string {
  const total = Math.max(2, Math.ceil(left / MINUTE));
  const days = Math.floor(total / (24 * 60));
  const hours = Math.floor(total / 60) % 24;
  const minutes = total % 60;
  const unit = (name: "day" | "hour" | "minute", amount: number) =>
    amount > 0
      ? [
          new Intl.NumberFormat(language, {
            style: "unit",
            unit: name,
            unitDisplay: "long",
          }).format(amount),
        ]
      : [];
  const parts = () => {
    if (days === 1 && hours === 0) return unit("hour", 24);
    if (days > 0) return [...unit("day", days), ...unit("hour", hours)];
    if (hours === 1 && minutes === 0) return unit("minute", 60);
    return [...unit("hour", hours), ...unit("minute", minutes)];
  };
  return listIn(language, parts());
}

/** What {deadline} and {left} stand for in a mail about a deadline; nothing in the others. */
export function deadlineValues(deadline: string | undefined, language: Language, now: Date) {
  if (deadline === undefined) return {};
  const left = new Date(deadline).getTime() - now.getTime();
  return { deadline: deadlineWords(deadline, language), left: leftWords(left, language) };
}

/** "nome,team" as the names of these fields; one that the application no longer has is left out. */
export function missingWords(list: string, language: Language): string {
  const { name } = fieldNames(language);
  const asked = list.split(",");
  return FIELD_NAMES.filter((field) => asked.includes(field))
    .map((field) => inSentence(name[field]))
    .join(", ");
}
