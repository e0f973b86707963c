import {
  closingMoment,
  editionState,
  PROGRAMME_ZONE,
  romeDay,
  romeDayEnd,
  romeMidnight,
} from "@/contract/deadline";
import { type Language, perLanguage } from "@/contract/languages";
import { GRANT } from "@/contract/programme";
import type { EditionDates } from "../browser/countdown";
import { config } from "../config";
import { SECTION_PATH } from "../routes/lookup";
import { type Entry, icalendar } from "./icalendar";
import { addressFor } from "./metadata";

/*
 * The call for programs: its dates for calendars, and what lists of open calls take over from it.
 */

/** What happens on the dates of an edition. */
export type CallMoment = "opens" | "closes" | "evaluation" | "winners";

/** Where the dates lie, as a path without language. */
export const CALL_CALENDAR = "/call.ics";

/** The words of a moment; `time` is the hour in Rome at which it ends or begins. */
export type MomentWords = (moment: CallMoment, time: string) => { title: string; text: string };

/**
 * An edition's dates for a calendar that follows them: the days that are known, so that nobody plans by the
 * programme's rule of thumb. An entry keeps its identifier when its day moves.
 *
 * @param now when it is asked for; the file is the same all day, so that who polls it gets nothing twice
 */
export function callCalendar(
  edition: EditionDates,
  locale: Language,
  name: string,
  words: MomentWords,
  now: Date,
): string {
  const changedAt = romeMidnight(romeDay(now));
  const { lastDay, time } = closingMoment(new Date(edition.closesAt));
  const opensAt = new Date(edition.opensAt);
  const { evaluationClosesAt: until, awardedAt } = edition;
  const days: [CallMoment, first: Date, last: Date, time: string][] = [
    ["opens", opensAt, opensAt, clock(opensAt)],
    ["closes", lastDay, lastDay, time],
  ];
  if (until) {
    // Without a day of its own it begins once nobody can apply any more, as the page says.
    const from = new Date(edition.evaluationOpensAt ?? edition.closesAt);
    const end = closingMoment(new Date(until));
    days.push(["evaluation", from, end.lastDay, end.time]);
  }
  if (awardedAt) days.push(["winners", new Date(awardedAt), new Date(awardedAt), ""]);
  const entries = days.map(([moment, first, last, time]): Entry => {
    return {
      ...words(moment, time),
      id: `call-${edition.year}-${moment}`,
      changedAt,
      startsAt: romeMidnight(romeDay(first)),
      endsAt: romeDayEnd(romeDay(last)),
      allDay: true,
      url: addressFor(locale, SECTION_PATH.call),
      keepsFree: true,
    };
  });
  return icalendar(locale, "call", entries, name);
}

/** The hour of an instant in Rome: "09:00". */
function clock(instant: Date): string {
  const { time } = closingMoment(instant);
  return time === "24:00" ? "00:00" : time;
}

/** A call's name and what it is about, in a language. */
export type CallWords = { name: string; summary: string };

/**
 * The calls one can apply to, now or soon, as lists of funding opportunities read them (/open-calls.json); none once
 * the last deadline has passed. Instants are ISO 8601, the amount is in euros.
 */
export function openCalls(
  edition: EditionDates,
  words: Record<Language, CallWords>,
  now: Date,
): object {
  const { year, opensAt, closesAt, evaluationOpensAt, evaluationClosesAt, awardedAt } = edition;
  const state = editionState({ opensAt: new Date(opensAt), closesAt: new Date(closesAt) }, now);
  const call = {
    id: String(year),
    name: perLanguage((language) => words[language].name),
    summary: perLanguage((language) => words[language].summary),
    state,
    opensAt,
    closesAt,
    evaluationOpensAt: evaluationOpensAt ?? null,
    evaluationClosesAt: evaluationClosesAt ?? null,
    awardedAt: awardedAt ?? null,
    timeZone: PROGRAMME_ZONE,
    grant: { amount: GRANT, currency: "EUR" },
    page: perLanguage((language) => addressFor(language, SECTION_PATH.call)),
    apply: perLanguage((language) => addressFor(language, "/registration")),
    rules: perLanguage((language) => new URL(config.policies.rules[language], config.siteUrl).href),
    calendar: perLanguage((language) => addressFor(language, CALL_CALENDAR)),
  };
  return {
    programme: { name: config.programmeName, url: config.siteUrl, contact: config.contactMail },
    calls: state === "open" || state === "not_yet_open" ? [call] : [],
  };
}
