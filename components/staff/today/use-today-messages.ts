import { useLocale, useTranslations } from "next-intl";
import { closingMoment, romeYear } from "@/contract/deadline";
import { DEFAULT_READINGS } from "@/contract/edition-figures";
import type { Language } from "@/contract/languages";
import type { CheckAnswer } from "@/contract/staff/checks";
import {
  type Ahead,
  BACKUP_HOURS,
  CONVERSION_PATIENCE_MINUTES,
  LAST_DAYS,
  MAIL_PATIENCE_MINUTES,
  type Today,
} from "@/contract/staff/today";
import { datesIn } from "@/lib/i18n/dates";
import { useSize } from "@/lib/i18n/use-size";
import { useSpan } from "../shell/use-span";
import { yearIfOther } from "../shell/use-when";

const TIME = { hour: "2-digit", minute: "2-digit" } as const;

/**
 * Returns functions that format times and durations, and that return the messages of checks. Times are in Rome's time
 * zone. Durations are relative to the time of the server's response.
 */
export function useTodayMessages({ at, edition, round }: Pick<Today, "at" | "edition" | "round">) {
  const t = useTranslations("staff.today");
  const size = useSize();
  const list = useTranslations("staff.list");
  const locale = useLocale() as Language;
  const { date } = datesIn(locale);
  const span = useSpan();
  const now = Date.parse(at);
  // The end of the evaluation in the round that the checks cover. If the checks cover no round, the end of the
  // edition's evaluation.
  const closes = round ? round.closes : edition?.evaluationClosesAt;

  const time = (instant: Date) => date(instant, TIME);
  const dated = (instant: Date, month: "long" | "short") =>
    date(instant, { day: "numeric", month, ...yearIfOther(instant, romeYear(new Date(at))) });
  const day = (instant: Date) => dated(instant, "long");
  const moment = (instant: string | null) =>
    instant ? t("moment", { day: day(new Date(instant)), time: time(new Date(instant)) }) : "";

  /** Returns the values for the placeholders in the messages about the start page's checks. */
  function figuresOf({ count, since, measure, known }: CheckAnswer) {
    return {
      count,
      since: moment(since),
      dated: since ? "yes" : "no",
      ago: since ? span(Date.parse(since), now) : "",
      measured: measure === null ? "no" : "yes",
      measure: measure ?? 0,
      size: size(measure ?? 0),
      known: known ? "yes" : "no",
      minutes: MAIL_PATIENCE_MINUTES,
      conversionMinutes: CONVERSION_PATIENCE_MINUTES,
      hours: BACKUP_HOURS,
      days: LAST_DAYS,
      readings: measure ?? DEFAULT_READINGS,
      ends: closes ? ending(new Date(closes)) : "",
    };
  }

  /** Returns the title and the recipients of a future event. */
  function aheadWords({ kind, round, hours, mails, to }: Ahead): { title: string; text: string } {
    const before = hours ?? 0;
    const what = t(`ahead.${kind}.title`, {
      unit: before % 24 === 0 ? "days" : "hours",
      before: before % 24 === 0 ? before / 24 : before,
    });
    const title = round ? list("ofRound", { title: what, round: round.names[locale] }) : what;
    const text = to
      ? t("ahead.to", to)
      : t(`ahead.${kind}.text`, { mails, grace: edition?.graceMinutes ?? 0 });
    return { title, text };
  }

  function dayAndHour(instant: Date, hour: string, month: "long" | "short") {
    const [own, today] = [instant, new Date(at)].map((one) => date(one, { dateStyle: "short" }));
    return { day: dated(instant, month), time: hour, isToday: own === today };
  }
  /**
   * Returns the day and time at which a phase or another period ends. Midnight becomes the end of the day before.
   */
  function closing(instant: Date, month: "long" | "short" = "long") {
    const { lastDay, time: hour } = closingMoment(instant);
    return dayAndHour(lastDay, hour, month);
  }
  /**
   * Returns the day and time of a future event. If a phase starts at midnight, the day is the one that begins.
   */
  function happening({ kind, at: when }: Ahead, month: "long" | "short" = "long") {
    const instant = new Date(when);
    const isBeginning = kind.endsWith("opens") || kind === "awarded";
    return isBeginning ? dayAndHour(instant, time(instant), month) : closing(instant, month);
  }

  function ending(instant: Date): string {
    const { day, time } = closing(instant);
    return t("moment", { day, time });
  }

  return { t, date, time, day, moment, span, figuresOf, aheadWords, closing, happening, now };
}
