import { type EditionState, editionState } from "@/contract/deadline";

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

export interface Countdown {
  state: Exclude<EditionState, "awarded">;
  /** Whole days left. */
  days: number;
  /** Whole hours left beyond the days. */
  hours: number;
  /** Whole minutes left beyond the hours. */
  minutes: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What is left until an edition closes, at an instant; zeros unless it is open. */
export function countdownAt(edition: EditionDates, now: number): Countdown {
  const opensAt = new Date(edition.opensAt);
  const closesAt = new Date(edition.closesAt);
  const state = editionState({ opensAt, closesAt }, new Date(now));
  if (state !== "open") {
    return { state: state === "awarded" ? "closed" : state, days: 0, hours: 0, minutes: 0 };
  }
  const left = closesAt.getTime() - now;
  return {
    state,
    days: Math.floor(left / DAY),
    hours: Math.floor((left % DAY) / HOUR),
    minutes: Math.floor((left % HOUR) / MINUTE),
  };
}
