import { instantIn, isDate, romeDay, romeDayEnd, romeMidnight } from "@/contract/deadline";

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
  // If an event's start has no time of day, the event lasts until the end of its last day. In this case, ignore a time
  // of day in its end.
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
 * Splits events into upcoming and past events. Sorts upcoming events by start: the soonest event first, undated events
 * last. Sorts past events with the latest event first.
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

/**
 * Minimum distance between two events on the timeline, as a share of its length. Events at a smaller distance would
 * overlap, so they are drawn one above the other.
 */
const NEAR = 0.035;

/**
 * Returns the positions on a timeline, from 0 to 1, of the dated events and of the first day of each month. The
 * timeline consists of whole months, from the first event to the last. `level` is the number of events that are drawn
 * below an event because their days are near.
 *
 * @param events upcoming events, the soonest first
 */
export function timeline<E extends { times: EventTimes | null }>(events: readonly E[]) {
  const dated = events.flatMap((one) => (one.times ? [{ ...one, at: one.times.startsAt }] : []));
  const [first, last] = [dated[0], dated.at(-1)];
  const months: Date[] = [];
  if (first && last) {
    const [year = 0, month = 1] = romeDay(first.at).split("-").map(Number);
    for (let next = month - 1; months.length < 2 || (months.at(-1) ?? last.at) <= last.at; next++) {
      months.push(romeMidnight(new Date(Date.UTC(year, next)).toISOString().slice(0, 10)));
    }
  }
  const [start = 0, end = 1] = [months[0], months.at(-1)].map(Number);
  const place = (at: Date) => (at.getTime() - start) / (end - start);
  let before = { x: -1, level: 0 };
  const days = dated.map((one) => {
    const x = place(one.at);
    before = { x, level: x - before.x < NEAR ? before.level + 1 : 0 };
    return { ...one, ...before };
  });
  return { months: months.slice(0, -1).map((at) => ({ at, x: place(at) })), days };
}
