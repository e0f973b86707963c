/* Durations in milliseconds. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export type Span = { days: number; hours: number; minutes: number };

/** Splits a duration (ms) into whole days, hours, and minutes, rounded down. Returns zeros for a negative duration. */
export function spanOf(length: number): Span {
  const rest = Math.max(0, length);
  return {
    days: Math.floor(rest / DAY),
    hours: Math.floor((rest % DAY) / HOUR),
    minutes: Math.floor((rest % HOUR) / MINUTE),
  };
}

/** Returns a duration (ms) in its largest whole unit, for a text: 40 days, or 23 hours. */
export function largestUnit(length: number): { unit: keyof Span; count: number } {
  const span = spanOf(length);
  const unit = span.days > 0 ? "days" : span.hours > 0 ? "hours" : "minutes";
  return { unit, count: span[unit] };
}
