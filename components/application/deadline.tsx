"use client";

import { useTranslations } from "next-intl";
import { closingMoment, PROGRAMME_ZONE } from "@/contract/deadline";
import type { ProjectAnswer } from "@/contract/project/project-schemas";
import { type Countdown, countdownAt, type EditionDates } from "@/lib/browser/countdown";
import { useServerNow, useVisitorZone } from "@/lib/browser/server-clock";
import { useApplication } from "./application-context";
import { useDateFormat } from "./use-date-format";

/** Returns the edition's dates with this applicant's deadline, including a deadline extension. */
export function datesOf(answer: ProjectAnswer): EditionDates {
  const { year, opensAt } = answer.edition;
  return { year, opensAt, closesAt: answer.projectDeadlineAt };
}

/**
 * Returns the texts about the deadline. Midnight in Rome is written as the end of the previous day ("24:00 of the
 * 30th"). Adds the visitor's local time if it differs, and the general deadline if this applicant has an extension.
 */
export function useDeadlineMessages(answer: ProjectAnswer): {
  closes: string;
  /** Text shown after the deadline, during or after the grace period. Rule: application.deadline. */
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
  // Include the weekday, so that people can check the date quickly.
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

/**
 * Returns whether applications are open for this applicant, and the time left, such as "41 days and 6 hours".
 */
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

/** Shows this applicant's deadline in one paragraph. */
export function DeadlineNote() {
  const t = useTranslations("dashboard.deadline");
  const { answer } = useApplication();
  const words = useDeadlineMessages(answer);
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
