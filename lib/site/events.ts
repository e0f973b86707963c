import { instantIn, romeDay, romeDayEnd } from "@/contract/deadline";

/**
 * The start and end of an event. `allDay` is true when the editor gave dates without times. `isEndAssumed` is true when
 * the editor gave a start time without an end: pages then do not show the end.
 */
export type EventTimes = { startsAt: Date; endsAt: Date; allDay: boolean; isEndAssumed: boolean };

/** The assumed length of an event without an end, in ms. */
const USUAL_LENGTH = 2 * 3_600_000;

/**
 * Reads an event's `starts_at` and `ends_at`, in Rome's local time or with an offset. Null without a valid start; the
 * event's page then shows no date.
 */
export function eventTimes(meta: Readonly<Record<string, string>>): EventTimes | null {
  const startsAt = instantIn(meta.starts_at);
  if (!startsAt) return null;
  const allDay = isDate(meta.starts_at);
  const end = instantIn(meta.ends_at);
  // If the start has no time, the last day counts as a whole day too.
  const given = end && (allDay || isDate(meta.ends_at)) ? romeDayEnd(romeDay(end)) : end;
  const usual = allDay && meta.starts_at ? romeDayEnd(meta.starts_at) : null;
  const endsAt = given ?? usual ?? new Date(startsAt.getTime() + USUAL_LENGTH);
  const isEndAssumed = !given && !usual;
  return { startsAt, endsAt: endsAt > startsAt ? endsAt : startsAt, allDay, isEndAssumed };
}

/** Reports whether an event starts and ends on the same day in Rome. */
export function isOneDay({ startsAt, endsAt }: EventTimes): boolean {
  return romeDay(startsAt) === romeDay(new Date(Math.max(+startsAt, +endsAt - 1)));
}

/**
 * Splits events into upcoming and past events. Upcoming events start with the soonest and end with undated events. Past
 * events start with the latest.
 */
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

/** Groups events by their month in Rome, in the given order. Undated events form a separate group without a month. */
export function byMonth<E extends { times: EventTimes | null }>(events: readonly E[]) {
  const months = new Map<string, { month: string; at: Date | null; events: E[] }>();
  for (const event of events) {
    const at = event.times?.startsAt ?? null;
    const month = at ? romeDay(at).slice(0, "2027-01".length) : "";
    const group = months.get(month) ?? { month, at, events: [] };
    group.events.push(event);
    months.set(month, group);
  }
  return [...months.values()];
}

function isDate(text: string | undefined): text is string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text ?? "");
}
