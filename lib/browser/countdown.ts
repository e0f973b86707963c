import { type EditionState, editionState, lastChange } from "@/contract/deadline";
import { type Span, spanOf } from "@/contract/durations";
import type { Places } from "@/contract/evaluation/funnel";
import type { PublicRound } from "@/contract/evaluation/rounds";

/** Dates of an edition as ISO strings, which server components can pass to browser components. */
export interface EditionDates {
  year: number;
  opensAt: string;
  closesAt: string;
  /**
   * Dates of the edition's steps after the application deadline, such as the evaluation and the awards. Null or absent
   * if the date is not known yet.
   */
  evaluationOpensAt?: string | null | undefined;
  evaluationClosesAt?: string | null | undefined;
  awardedAt?: string | null | undefined;
  /** The second and later rounds of the evaluation that have public dates. The rounds do not include their juries. */
  rounds?: readonly PublicRound[] | undefined;
  /**
   * Whether applicants can still change an application after they have sent it; absent if the back end does not report
   * the rule.
   */
  afterSending?: "editable_until_deadline" | "locked" | undefined;
  /**
   * Number of projects that each selection stage of the edition admits. Absent if the back end does not report the
   * numbers.
   */
  places?: Places | undefined;
  /**
   * Time at which the page's text last changed, calculated when the server rendered the page. Absent in pages that the
   * build prerendered.
   */
  renderedAt?: string;
}

/** Returns the time, in ms since 1970, at which a page's text about an edition last changed (see `lastChange`). */
export function lastChangeOf(edition: EditionDates, now: number): number {
  const at = (iso: string | null | undefined) => (iso ? new Date(iso) : null);
  const dates = {
    opensAt: new Date(edition.opensAt),
    closesAt: new Date(edition.closesAt),
    evaluationOpensAt: at(edition.evaluationOpensAt),
    evaluationClosesAt: at(edition.evaluationClosesAt),
    awardedAt: at(edition.awardedAt),
  };
  return lastChange(dates, new Date(now)).getTime();
}

/** State of an edition and the time left until its deadline. */
export interface Countdown extends Span {
  state: Exclude<EditionState, "awarded">;
}

/**
 * Returns an edition's state and the time left until its deadline, at an instant. The time is zero unless the edition
 * is open.
 */
export function countdownAt(edition: EditionDates, now: number): Countdown {
  const opensAt = new Date(edition.opensAt);
  const closesAt = new Date(edition.closesAt);
  const state = editionState({ opensAt, closesAt }, new Date(now));
  if (state !== "open") {
    return { state: state === "awarded" ? "closed" : state, days: 0, hours: 0, minutes: 0 };
  }
  return { state, ...spanOf(closesAt.getTime() - now) };
}
