"use client";

import { useTranslations } from "next-intl";
import { closingMoment, PROGRAMME_ZONE } from "@/contract/deadline";
import type { ProjectAnswer } from "@/contract/project/project-schemas";
import { type Countdown, countdownAt, type EditionDates } from "@/lib/browser/countdown";
import { useServerNow, useVisitorZone } from "@/lib/browser/server-clock";
import { useApplication } from "../application-context";
import { useDateFormat } from "../use-date-format";

/** The edition with the deadline that applies to this applicant, extension included. */
export function datesOf(answer: ProjectAnswer): EditionDates {
  const { year, opensAt } = answer.edition;
  return { year, opensAt, closesAt: answer.projectDeadlineAt };
}

/**
 * The deadline in words. A Rome midnight is written as the end of the day before: "24:00 of the 30th"
 * leaves no doubt about which night. The visitor's own time follows where it differs, and what applies
 * to everybody else where this applicant has more time.
 */
export function useDeadlineWords(answer: ProjectAnswer): {
  closes: string;
  /** Over: for good, or while what still arrives is accepted (rule application.deadline). */
  passed: string;
  opens: string;
  own: string | null;
  extended: string | null;
} {
  const t = useTranslations("dashboard.deadline");
  const format = useDateFormat();
  const zone = useVisitorZone(PROGRAMME_ZONE);
  const { opensAt, closesAt } = datesOf(answer);
  const at = new Date(closesAt);
  const clock = (timeZone: string) =>
    format.dateTime(at, { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  // With the weekday: a date that people can check at a glance.
  const day = (date: Date, timeZone: string) =>
    format.dateTime(date, { timeZone, weekday: "long", day: "numeric", month: "long" });
  const { lastDay, time } = closingMoment(at);
  const midnight = time === "24:00";
  const when = { date: day(lastDay, PROGRAMME_ZONE), time, midnight: String(midnight) };
  const differs = clock(zone) !== clock(PROGRAMME_ZONE);
  const general = answer.edition.closesAt;
  return {
    closes: t("closes", when),
    passed: t(answer.projectDeadline ? "closed" : "grace", when),
    opens: t("opens", { date: day(new Date(opensAt), PROGRAMME_ZONE) }),
    own: differs
      ? t("own", { date: day(at, zone), time: clock(zone), zone: zone.replaceAll("_", " ") })
      : null,
    extended:
      general < closesAt
        ? t("extended", { date: day(closingMoment(new Date(general)).lastDay, PROGRAMME_ZONE) })
        : null,
  };
}

/** Where the call stands for this applicant; `left` is "41 giorni e 6 ore" while it is open. */
export function useTimeLeft(answer: ProjectAnswer): {
  state: Countdown["state"] | null;
  left: string | null;
} {
  const t = useTranslations("dashboard.deadline");
  const dates = datesOf(answer);
  const now = useServerNow();
  if (now === null) return { state: null, left: null };
  const { state, days, hours, minutes } = countdownAt(dates, now);
  if (state !== "open") return { state, left: null };
  if (days > 0) return { state, left: t("left.days", { days, hours }) };
  const left = hours > 0 ? t("left.hours", { hours, minutes }) : t("left.minutes", { minutes });
  return { state, left };
}

/** The deadline in one paragraph. */
export function DeadlineNote() {
  const t = useTranslations("dashboard.deadline");
  const { answer } = useApplication();
  const words = useDeadlineWords(answer);
  const { state, left } = useTimeLeft(answer);
  if (state === "not_yet_open") return <p>{words.opens}</p>;
  if (state === "closed") return <p>{words.passed}</p>;
  return (
    <p>
      {left && t.rich("leftSentence", { left, b: (chunks) => <strong>{chunks}</strong> })}{" "}
      {words.closes}
      {words.extended && ` ${words.extended}`}
      {words.own && ` ${words.own}`}
    </p>
  );
}
