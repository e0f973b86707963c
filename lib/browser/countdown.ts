import { type EditionState, editionState, lastChange } from "@/contract/deadline";
import { type Span, spanOf } from "@/contract/spans";

/** An edition's instants as ISO strings, so that they can be sent to the browser. */
export interface EditionDates {
  year: number;
  opensAt: string;
  closesAt: string;
  /** What comes after, where it is known. */
  evaluationOpensAt?: string | null | undefined;
  evaluationClosesAt?: string | null | undefined;
  awardedAt?: string | null | undefined;
  /** When what a page says about the edition last changed before the server rendered it; absent from a build. */
  renderedAt?: string;
}

/** Returns the instant since which a page's words about an edition are right, ms; see `lastChange`. */
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

/** An edition's state, and what is left of it. */
export interface Countdown extends Span {
  state: Exclude<EditionState, "awarded">;
}

/** What is left until an edition closes, at an instant; zeros unless it is open. */
export function countdownAt(edition: EditionDates, now: number): Countdown {
  const opensAt = new Date(edition.opensAt);
  const closesAt = new Date(edition.closesAt);
  const state = editionState({ opensAt, closesAt }, new Date(now));
  if (state !== "open") {
    return { state: state === "awarded" ? "closed" : state, days: 0, hours: 0, minutes: 0 };
  }
  return { state, ...spanOf(closesAt.getTime() - now) };
}
