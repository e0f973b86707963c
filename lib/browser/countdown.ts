import { type EditionState, editionState } from "@/contract/deadline";
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
