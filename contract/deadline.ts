import { DAY, HOUR, largestUnit, MINUTE } from "./durations";

/** Time zone in which the programme's dates and deadlines are set. */
export const PROGRAMME_ZONE = "Europe/Rome";

/** Reports whether a name is an IANA time zone such as "America/New_York". */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * Default minutes after the deadline during which saves, uploads, and submissions are still accepted (rule
 * application.deadline).
 */
export const GRACE_MINUTES = 15;

let parts: Intl.DateTimeFormat | undefined;

/**
 * Returns the offset of Rome's time zone from UTC at an instant, in milliseconds. The offset is positive, because Rome
 * is ahead of UTC.
 */
export function romeOffset(instant: number): number {
  // The formatter is created on first use, because creating it takes a phone a fifth of a second. Most pages format no
  // date.
  parts ??= new Intl.DateTimeFormat("en-GB", {
    timeZone: PROGRAMME_ZONE,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  const at: Record<string, number> = {};
  for (const { type, value } of parts.formatToParts(instant)) at[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = at;
  const local = Date.UTC(year, month - 1, day, hour, minute, second);
  return local - Math.floor(instant / 1000) * 1000;
}

let seconds: Intl.DateTimeFormat | undefined;

/**
 * Returns an instant in Rome time, to the second: "2024-10-01 00:00:00". Spreadsheets recognise this format as
 * a date.
 */
export function romeSecond(instant: Date): string {
  // `toLocaleString` would create a formatter in each call, which takes 100 times as long.
  seconds ??= new Intl.DateTimeFormat("sv-SE", {
    timeZone: PROGRAMME_ZONE,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  return seconds.format(instant);
}

/** Returns an instant in Rome time, to the minute: "2024-10-01 00:00". */
export function romeTime(instant: Date): string {
  return romeSecond(instant).slice(0, 16);
}

/** Returns the day of an instant in Rome: 2024-09-30T22:00:00Z → "2024-10-01". */
export function romeDay(instant: Date): string {
  return romeSecond(instant).slice(0, 10);
}

/** Returns the year of an instant in Rome: 2024-12-31T23:00:00Z → "2025". */
export function romeYear(instant: Date): string {
  return romeDay(instant).slice(0, 4);
}

/** Returns the instant of midnight in Rome: "2024-07-01" → 2024-06-30T22:00:00Z. Throws for an invalid date. */
export function romeMidnight(date: string): Date {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new RangeError(`not a date: ${date}`);
  const local = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(local) || new Date(local).toISOString().slice(0, 10) !== date) {
    throw new RangeError(`not a date: ${date}`);
  }
  // `guess` can be on the wrong side of a change to or from summer time, so the offset is calculated again at `guess`.
  const guess = local - romeOffset(local);
  return new Date(local - romeOffset(guess));
}

/**
 * Returns the instant of a date or date-time in Rome, such as "2026-05-31T18:30". A date alone means midnight. On a day
 * of a summer time change, the offset at that time of day applies. Throws for other formats.
 */
export function romeInstant(local: string): Date {
  const [date = "", time = "00:00"] = local.split("T");
  const match = /^([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?$/.exec(time);
  if (!match) throw new RangeError(`not a time: ${local}`);
  const midnight = romeMidnight(date).getTime();
  const guess = midnight + (Number(match[1]) * 60 + Number(match[2])) * 60_000;
  return new Date(guess + romeOffset(midnight) - romeOffset(guess));
}

/** Returns the instant at which a day in Rome ends: "2024-09-30" → 2024-10-01T00:00+02:00. */
export function romeDayEnd(date: string): Date {
  const next = new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000);
  return romeMidnight(next.toISOString().slice(0, 10));
}

/**
 * Returns the last day and the time of a deadline as people in Rome say it. A deadline in the first minute of a day
 * becomes "24:00" of the previous day. `lastDay` is an instant on the last day.
 */
export function closingMoment(closesAt: Date): { lastDay: Date; time: string } {
  const local = new Date(closesAt.getTime() + romeOffset(closesAt.getTime()));
  const time = local.toISOString().slice(11, 16);
  if (time !== "00:00") return { lastDay: closesAt, time };
  const midnight = Math.floor(closesAt.getTime() / 60_000) * 60_000;
  return { lastDay: new Date(midnight - 1), time: "24:00" };
}

export type EditionState = "not_yet_open" | "open" | "closed" | "awarded";

type EditionDates = { opensAt: Date; closesAt: Date; awardedAt?: Date | null };

/** Returns the state of an edition at an instant, without the grace period after the deadline. */
export function editionState(edition: EditionDates, now: Date): EditionState {
  if (edition.awardedAt && edition.awardedAt <= now) return "awarded";
  if (now < edition.opensAt) return "not_yet_open";
  return now < edition.closesAt ? "open" : "closed";
}

/**
 * Returns when the text of a public page about an edition last changed, or the epoch if the edition has not opened. The
 * text changes at the edition's dates and at each step of the countdown. The countdown shows days, then hours on the
 * last day, then minutes in the last hour.
 */
export function lastChange(
  edition: EditionDates & { evaluationOpensAt?: Date | null; evaluationClosesAt?: Date | null },
  now: Date,
): Date {
  const { opensAt, closesAt, evaluationOpensAt, evaluationClosesAt, awardedAt } = edition;
  const changes = [opensAt, closesAt, evaluationOpensAt, evaluationClosesAt, awardedAt].flatMap(
    (at) => (at && at <= now ? [at.getTime()] : []),
  );
  const left = closesAt.getTime() - now.getTime();
  if (opensAt <= now && left > 0) {
    const unit = { days: DAY, hours: HOUR, minutes: MINUTE }[largestUnit(left).unit];
    // Example: while exactly 3 hours are left, the countdown shows 3 hours. One millisecond later it shows 2 hours.
    changes.push(closesAt.getTime() - (Math.floor(left / unit) + 1) * unit + 1);
  }
  return new Date(Math.max(0, ...changes));
}

/** Reports whether the deadline for applications and its grace period have passed. */
export function isPastDeadline(closesAt: Date, now: Date, graceMinutes: number): boolean {
  return now >= graceEnd(closesAt, graceMinutes);
}

/** Returns the instant at which the grace period after a deadline ends. */
export function graceEnd(closesAt: Date, graceMinutes: number): Date {
  return new Date(closesAt.getTime() + graceMinutes * 60_000);
}

/** Reports whether a text is a date without a time, such as 2027-04-15. */
export function isDate(text: string | undefined): text is string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text ?? "");
}

/**
 * Returns the instant for a date or date-time in Rome's time, or for a date-time with an offset. Returns null for other
 * texts.
 */
export function instantIn(text: string | undefined): Date | null {
  if (!text) return null;
  const isZoned = /(?:Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10));
  try {
    const instant = isZoned ? new Date(text) : romeInstant(text);
    return Number.isNaN(instant.getTime()) ? null : instant;
  } catch {
    return null;
  }
}
