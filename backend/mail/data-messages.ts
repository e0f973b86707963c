import { dateFormat } from "@/contract/dates";
import { closingMoment, PROGRAMME_ZONE, romeInstant } from "@/contract/deadline";
import { MINUTE } from "@/contract/durations";
import { type Language, listIn } from "@/contract/languages";
import { numberFormat } from "@/contract/number-format";
import { fieldNames, inSentence } from "@/contract/project/field-names";
import { FIELD_NAMES } from "@/contract/project/project-fields";
import { timeWords } from "./messages";

/** Returns a formatter of dates and times for a language, in Rome time. */
export function romeFormat(language: Language, style: Intl.DateTimeFormatOptions) {
  return dateFormat(language, { ...style, timeZone: PROGRAMME_ZONE });
}

/** Formats the Rome day of an instant in a language. */
export function dayWords(instant: string, language: Language): string {
  const at = new Date(instant);
  return Number.isNaN(at.getTime())
    ? ""
    : romeFormat(language, { dateStyle: "full" }).format(at).replace(",", "");
}

/** Formats a day in Rome, or a day with a time, such as "2026-12-10T18:30". */
export function localWords(local: string, language: Language): string {
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return romeFormat(language, {
    ...{ weekday: "long", day: "numeric", month: "long", year: "numeric" },
    ...(local.includes("T") && time),
  })
    .format(romeInstant(local))
    .replace(",", "");
}

/** Formats a deadline for a mail. Midnight in Rome appears as the end of the previous day. */
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
 * Formats the time left until a deadline, in the units of the applicant's page: "6 days and 15 hours", "2 hours and 50
 * minutes". Rounds minutes up, because a mail is sent some seconds late. Exactly one day becomes "24 hours", and
 * exactly one hour becomes "60 minutes".
 */
function leftWords(left: number, language: Language): string {
  const total = Math.max(2, Math.ceil(left / MINUTE));
  const days = Math.floor(total / (24 * 60));
  const hours = Math.floor(total / 60) % 24;
  const minutes = total % 60;
  const unit = (name: "day" | "hour" | "minute", amount: number) =>
    amount > 0
      ? [
          numberFormat(language, {
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

/** Returns the values of {deadline} and {left} for a mail about a deadline. Returns an empty object for other mails. */
export function deadlineValues(deadline: string | undefined, language: Language, now: Date) {
  if (deadline === undefined) return {};
  const left = new Date(deadline).getTime() - now.getTime();
  return { deadline: deadlineWords(deadline, language), left: leftWords(left, language) };
}

/**
 * Converts the list of an application's missing fields, such as "nome,team", to the fields' names in a language. Omits
 * fields that the application form no longer has.
 */
export function missingWords(list: string, language: Language): string {
  const { name } = fieldNames(language);
  const asked = list.split(",");
  return FIELD_NAMES.filter((field) => asked.includes(field))
    .map((field) => inSentence(name[field]))
    .join(", ");
}
