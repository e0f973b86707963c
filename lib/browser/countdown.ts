import { type EditionState, editionState, lastChange } from "@/contract/deadline";
import { type Span, spanOf } from "@/contract/durations";
import type { Places } from "@/contract/evaluation/funnel";
import type { PublicRound } from "@/contract/evaluation/rounds";

/** An edition's dates as ISO strings, so that they can be passed to the browser. */
export interface EditionDates {
  year: number;
  opensAt: string;
  closesAt: string;
  /** Dates after the close of the call, if known. */
  evaluationOpensAt?: string | null | undefined;
  evaluationClosesAt?: string | null | undefined;
  awardedAt?: string | null | undefined;
  /** Later rounds whose days are public. */
  rounds?: readonly PublicRound[] | undefined;
  /** Whether a sent application can still change; absent where the back end does not say. */
  afterSending?: "editable_until_deadline" | "locked" | undefined;
  /** The edition's places per stage; absent where the back end does not say. */
  places?: Places | undefined;
  /** The time of the last change in wording before the server rendered the page. Absent from a build. */
  renderedAt?: string;
}

/** Returns the instant of the last change in a page's wording about an edition, in ms; see `lastChange`. */
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

/** An edition's state and its remaining time. */
export interface Countdown extends Span {
  state: Exclude<EditionState, "awarded">;
}

/** Returns the remaining time until an edition closes, at an instant. Zeros unless the edition is open. */
export function countdownAt(edition: EditionDates, now: number): Countdown {
  const opensAt = new Date(edition.opensAt);
  const closesAt = new Date(edition.closesAt);
  const state = editionState({ opensAt, closesAt }, new Date(now));
  if (state !== "open") {
    return { state: state === "awarded" ? "closed" : state, days: 0, hours: 0, minutes: 0 };
  }
  return { state, ...spanOf(closesAt.getTime() - now) };
}
