import {
  editionState,
  PROGRAMME_ZONE,
  romeDay,
  romeDayEnd,
  romeMidnight,
} from "@/contract/deadline";
import { type Language, perLanguage } from "@/contract/languages";
import { GRANT } from "@/contract/programme";
import type { EditionDates } from "../../browser/countdown";
import { config } from "../../config";
import { callPath } from "../../routes/apply";
import { SECTION_PATH } from "../../routes/lookup";
import { addressFor } from "../metadata";
import { callDays, type MomentWords } from "./call-days";
import { type Entry, icalendar } from "./icalendar";

/* The call in machine-readable form: a calendar of its dates, and its data for sites that list open calls. */

/** The path of the call's calendar, without language. */
export const CALL_CALENDAR = "/call.ics";

/**
 * Returns a calendar to subscribe to, with the dated steps of an edition. The entry of a step keeps its identifier when
 * the step's days change.
 *
 * @param now the time of the request; all requests of one day get the same file, so that clients detect no false change
 */
export function callCalendar(
  edition: EditionDates,
  locale: Language,
  name: string,
  words: MomentWords,
  now: Date,
): string {
  const changedAt = romeMidnight(romeDay(now));
  const entries = callDays(edition).map(({ moment, first, last, time, round }): Entry => {
    return {
      ...words(moment, time, round),
      id: round ? `call-${edition.year}-reading-${round.number}` : `call-${edition.year}-${moment}`,
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

/** A call's name and summary in a language. */
export type CallWords = { name: string; summary: string };

/**
 * Returns the open and upcoming calls in the format for lists of funding opportunities (/open-calls.json). Empty after
 * the last deadline. Instants are ISO 8601, the amount is in euros.
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
    rounds: (edition.rounds ?? []).map(({ names, opens, closes }) => ({
      ...{ name: names, opensAt: opens, closesAt: closes },
    })),
    awardedAt: awardedAt ?? null,
    timeZone: PROGRAMME_ZONE,
    grant: { amount: GRANT, currency: "EUR" },
    page: perLanguage((language) => addressFor(language, SECTION_PATH.call)),
    apply: perLanguage((language) => config.siteUrl + callPath(language, state === "not_yet_open")),
    rules: perLanguage((language) => new URL(config.policies.rules[language], config.siteUrl).href),
    calendar: perLanguage((language) => addressFor(language, CALL_CALENDAR)),
  };
  return {
    programme: { name: config.programmeName, url: config.siteUrl, contact: config.contactMail },
    calls: state === "open" || state === "not_yet_open" ? [call] : [],
  };
}
