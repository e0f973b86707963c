import { type EditionState, editionState, lastChange } from "@/contract/deadline";
import { type Span, spanOf } from "@/contract/durations";
import type { Places } from "@/contract/evaluation/funnel";
import type { PublicRound } from "@/contract/evaluation/rounds";

/** Dates of an edition as ISO strings, which server components can pass to browser components. */
export interface EditionDates {
  year: number;
  opensAt: string;
  closesAt: string;
  /** Dates after the end of the call, if known. */
  evaluationOpensAt?: string | null | undefined;
  evaluationClosesAt?: string | null | undefined;
  awardedAt?: string | null | undefined;
  /** Later rounds whose dates are public. */
  rounds?: readonly PublicRound[] | undefined;
  /** Whether a sent application can still change; absent if the back end does not report it. */
  afterSending?: "editable_until_deadline" | "locked" | undefined;
  /** Places per stage of the edition; absent if the back end does not report them. */
  places?: Places | undefined;
  /**
   * Time of the last change of the page's text before the server rendered the page. Absent in pages that the build
   * prerendered.
   */
  renderedAt?: string;
}

/** Returns when a page's text about an edition last changed, in ms since 1970 (see `lastChange`). */
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
