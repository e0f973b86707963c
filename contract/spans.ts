/* Milliseconds. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export type Span = { days: number; hours: number; minutes: number };

/** Splits a length of time into whole days, hours and minutes; never rounds up, 0 for what is past. */
export function spanOf(length: number): Span {
  const rest = Math.max(0, length);
  return {
    days: Math.floor(rest / DAY),
    hours: Math.floor((rest % DAY) / HOUR),
    minutes: Math.floor((rest % HOUR) / MINUTE),
  };
}

/** Returns a length of time in its largest whole unit, as an argument of a sentence: 40 days, then 23 hours. */
export function largestUnit(length: number): { unit: keyof Span; count: number } {
  const span = spanOf(length);
  const unit = span.days > 0 ? "days" : span.hours > 0 ? "hours" : "minutes";
  return { unit, count: span[unit] };
}
