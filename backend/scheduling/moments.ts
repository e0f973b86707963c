import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { romeDay, romeInstant } from "@/contract/deadline";
import { HOUR } from "@/contract/durations";

/** A reminder time before an instant. It applies from `at` until `until`, when the next one or the instant follows. */
export type Moment = { hours: number; at: Date; until: Date };

/** The hour in Rome to which a reminder time during the night moves, so that no mail is sent at night. */
export const MORNING = "09:00";

/**
 * Returns when the reminder time a number of hours before an instant falls. Moving it to the morning may use up to half of
 * those hours; otherwise it stays at night.
 */
function momentBefore(instant: Date, hours: number): Date {
  const exact = instant.getTime() - hours * HOUR;
  const morning = romeInstant(`${romeDay(new Date(exact))}T${MORNING}`).getTime();
  const canWait = instant.getTime() - morning >= (hours * HOUR) / 2;
  return new Date(canWait ? Math.max(exact, morning) : exact);
}

/**
 * Returns the current reminder time before an instant, if any, and the future ones. Does not return a missed one after the
 * next has begun.
 *
 * @param hours the hours before the instant, the largest first
 * @param since when the instant was last changed; earlier reminder times are skipped
 */
export function momentsFrom(
  now: Date,
  instant: Date,
  hours: readonly number[],
  since: Date | null = null,
): Moment[] {
  return hours
    .map((some, index) => {
      const next = hours[index + 1];
      const until = next === undefined ? instant : momentBefore(instant, next);
      return { hours: some, at: momentBefore(instant, some), until };
    })
    .filter(({ at, until }) => at < until && until > now && (since === null || at >= since));
}

/** Returns the reminder time that applies now; null before the first one, and from the instant on. */
export function momentAt(
  now: Date,
  instant: Date,
  hours: readonly number[],
  since: Date | null = null,
): Moment | null {
  const [next] = momentsFrom(now, instant, hours, since);
  return next && next.at <= now ? next : null;
}

/**
 * Returns the deduplication key of a reminder mail: kind, subject's id, instant (in seconds), and hours before it.
 */
export function momentKey(kind: string, instant: Date, { hours }: Pick<Moment, "hours">) {
  const start = `${kind}:`;
  const seconds = Math.floor(instant.getTime() / 1000);
  const end = `:${seconds}:${hours}`;
  return {
    of: (id: string): string => start + id + end,
    /** Returns the SQL expression for the same key, for a column of ids. */
    ofColumn: (id: SQLWrapper): SQL => sql`${start}::text || ${id} || ${end}::text`,
    /**
     * Returns the SQL condition that a key belongs to this reminder or to a later one before the same instant. After
     * such a mail, a reminder that staff add or move into the past is not sent as well.
     */
    isReached: (key: SQLWrapper, id: SQLWrapper): SQL =>
      sql`(${key} like ${start}::text || ${id} || ${`:${seconds}:%`}::text
        and substring(${key} from '[0-9]+$')::numeric <= ${hours})`,
    /** Returns the same condition for one key. */
    isReachedBy: (key: string, id: string): boolean =>
      key.startsWith(`${start}${id}:${seconds}:`) &&
      (readMomentKey(key)?.hours ?? Infinity) <= hours,
  };
}

/** Parses the reminder time from a mail's key; null for other keys. */
export function readMomentKey(key: string): Pick<Moment, "hours" | "at"> | null {
  const [, seconds, hours] = /:(\d+):(\d+)$/.exec(key) ?? [];
  if (!seconds || !hours) return null;
  return {
    hours: Number(hours),
    at: momentBefore(new Date(Number(seconds) * 1000), Number(hours)),
  };
}
