import { romeDay, romeDayEnd, romeInstant } from "@/contract/deadline";

/** When an event is, as instants; `allDay` when its editor gave a date without a time. */
export type EventTimes = { startsAt: Date; endsAt: Date; allDay: boolean };

/** Shown as a single evening when no end is given. */
const USUAL_LENGTH = 2 * 3_600_000;

/**
 * Reads an event's `starts_at` and `ends_at` (local Rome time, or with an offset); null when it has
 * no readable start, so that it is shown without a date instead of breaking its page.
 */
export function eventTimes(meta: Readonly<Record<string, string>>): EventTimes | null {
  const startsAt = instantOf(meta.starts_at);
  if (!startsAt) return null;
  const allDay = isDate(meta.starts_at);
  const given = isDate(meta.ends_at) ? romeDayEnd(meta.ends_at) : instantOf(meta.ends_at);
  const usual = allDay && meta.starts_at ? romeDayEnd(meta.starts_at) : null;
  const endsAt = given ?? usual ?? new Date(startsAt.getTime() + USUAL_LENGTH);
  return { startsAt, endsAt: endsAt > startsAt ? endsAt : startsAt, allDay };
}

/** Whether both ends are on the same day in Rome. */
export function isOneDay({ startsAt, endsAt }: EventTimes): boolean {
  return romeDay(startsAt) === romeDay(new Date(Math.max(+startsAt, +endsAt - 1)));
}

/** Splits events into those to come (soonest first; undated ones last) and past ones (latest first). */
export function byTime<E extends { meta: Record<string, string> }>(
  events: readonly E[],
  now: Date,
) {
  const dated = events.map((event) => ({ event, times: eventTimes(event.meta) }));
  const start = ({ times }: (typeof dated)[number]) => times?.startsAt.getTime() ?? Infinity;
  const isPast = ({ times }: (typeof dated)[number]) => times !== null && times.endsAt < now;
  return {
    coming: dated.filter((one) => !isPast(one)).sort((a, b) => start(a) - start(b)),
    past: dated.filter(isPast).sort((a, b) => start(b) - start(a)),
  };
}

function isDate(text: string | undefined): text is string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text ?? "");
}

function instantOf(text: string | undefined): Date | null {
  if (!text) return null;
  // With an offset it is an instant already; without one it is Rome's time.
  const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10));
  try {
    const instant = zoned ? new Date(text) : romeInstant(text);
    return Number.isNaN(instant.getTime()) ? null : instant;
  } catch {
    return null;
  }
}
