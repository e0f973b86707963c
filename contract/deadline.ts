import { DAY, HOUR, largestUnit, MINUTE } from "./spans";

/** The programme's time zone. Only the server's clock decides; this only says what a date means. */
export const PROGRAMME_ZONE = "Europe/Rome";

/** Whether a name is a time zone's, by IANA: "America/New_York". */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Minutes after the deadline in which saves, uploads and sends still count (rule application.deadline). */
export const GRACE_MINUTES = 15;

let parts: Intl.DateTimeFormat | undefined;

/** How far Rome is ahead of UTC at an instant, in milliseconds. */
export function romeOffset(instant: number): number {
  // Created on first use: it costs a phone a fifth of a second, and most pages format no date.
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

/** An instant on Rome's clocks, to the second: "2024-10-01 00:00:00". Spreadsheets take it for a date. */
export function romeSecond(instant: Date): string {
  return instant.toLocaleString("sv-SE", { timeZone: PROGRAMME_ZONE });
}

/** The same to the minute: "2024-10-01 00:00". */
export function romeTime(instant: Date): string {
  return romeSecond(instant).slice(0, 16);
}

/** The day an instant falls on in Rome: 2024-09-30T22:00:00Z → "2024-10-01". */
export function romeDay(instant: Date): string {
  return romeSecond(instant).slice(0, 10);
}

/** The instant of a Rome midnight: "2024-07-01" → 2024-06-30T22:00:00Z. Throws on an impossible date. */
export function romeMidnight(date: string): Date {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new RangeError(`not a date: ${date}`);
  const local = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(local) || new Date(local).toISOString().slice(0, 10) !== date) {
    throw new RangeError(`not a date: ${date}`);
  }
  // Twice: the first guess may be on the other side of a daylight-saving change.
  const guess = local - romeOffset(local);
  return new Date(local - romeOffset(guess));
}

/**
 * The instant of a Rome date or date-time ("2026-05-31T18:30"; without a time, its midnight). On the
 * day of a daylight-saving change the offset is the one at that time. Throws on anything else.
 */
export function romeInstant(local: string): Date {
  const [date = "", time = "00:00"] = local.split("T");
  const match = /^([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?$/.exec(time);
  if (!match) throw new RangeError(`not a time: ${local}`);
  const midnight = romeMidnight(date).getTime();
  const guess = midnight + (Number(match[1]) * 60 + Number(match[2])) * 60_000;
  return new Date(guess + romeOffset(midnight) - romeOffset(guess));
}

/** The end of a Rome day, closing day included: "2024-09-30" → 2024-10-01T00:00+02:00. */
export function romeDayEnd(date: string): Date {
  const next = new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000);
  return romeMidnight(next.toISOString().slice(0, 10));
}

/**
 * A deadline as people say it, in Rome: a midnight is "24:00" of the day before, which is the last
 * day (an instant on it), and so is the minute that begins with it; any other time is itself.
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

/** An edition's state at an instant; pages show the deadline without the grace period. */
export function editionState(edition: EditionDates, now: Date): EditionState {
  if (edition.awardedAt && edition.awardedAt <= now) return "awarded";
  if (now < edition.opensAt) return "not_yet_open";
  return now < edition.closesAt ? "open" : "closed";
}

/**
 * Returns when the words of a public page about an edition last changed: at one of its dates or, while it is open, when
 * a day less was left (on its last day an hour, in its last hour a minute). The epoch before its first date.
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
    // A count holds until exactly that much is left, and the next one from a millisecond later.
    changes.push(closesAt.getTime() - (Math.floor(left / unit) + 1) * unit + 1);
  }
  return new Date(Math.max(0, ...changes));
}

/** Whether nothing is accepted any more: the deadline and the grace period are over. */
export function isPastDeadline(closesAt: Date, now: Date, graceMinutes: number): boolean {
  return now >= graceEnd(closesAt, graceMinutes);
}

/** Until when what arrives after a deadline is still accepted. */
export function graceEnd(closesAt: Date, graceMinutes: number): Date {
  return new Date(closesAt.getTime() + graceMinutes * 60_000);
}
