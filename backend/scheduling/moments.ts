import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { romeDay, romeInstant } from "@/contract/deadline";
import { HOUR } from "@/contract/durations";

/**
 * A reminder time before a deadline. The reminder can be sent from `at` until `until`: the next reminder time or the
 * deadline.
 */
export type Moment = { hours: number; at: Date; until: Date };

/**
 * Hour in Rome. A reminder that is due earlier on the same day moves to this hour, unless the deadline is too close.
 */
export const MORNING = "09:00";

/**
 * Returns the time of a reminder that is due a number of hours before a deadline. A time between midnight and `MORNING`
 * moves to `MORNING`, unless less than half of these hours would then remain before the deadline.
 */
function momentBefore(instant: Date, hours: number): Date {
  const exact = instant.getTime() - hours * HOUR;
  const morning = romeInstant(`${romeDay(new Date(exact))}T${MORNING}`).getTime();
  const canWait = instant.getTime() - morning >= (hours * HOUR) / 2;
  return new Date(canWait ? Math.max(exact, morning) : exact);
}

/**
 * Returns the current reminder time before a deadline, if any, and the future ones. Omits a missed reminder once the
 * next one is due.
 *
 * @param hours the hours before the deadline, the largest first
 * @param since when the deadline was last changed; earlier reminder times are skipped
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

/** Returns the reminder time that applies now, or null before the first reminder time and after the deadline. */
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
 * Returns the deduplication key of a reminder mail: the kind of reminder, the id of the reminder's subject (such as an
 * application), the deadline in seconds, and the hours before the deadline.
 */
export function momentKey(kind: string, instant: Date, { hours }: Pick<Moment, "hours">) {
  const start = `${kind}:`;
  const seconds = Math.floor(instant.getTime() / 1000);
  const end = `:${seconds}:${hours}`;
  return {
    of: (id: string): string => start + id + end,
    /**
     * Returns the SQL expression for the reminder's deduplication key. The argument is a column with the ids that the
     * keys contain, such as application ids.
     */
    ofColumn: (id: SQLWrapper): SQL => sql`${start}::text || ${id} || ${end}::text`,
    /**
     * Returns the SQL condition that a deduplication key belongs to this reminder, or to a later reminder before the
     * same deadline. So a reminder time that staff add after the later reminder was sent causes no mail.
     */
    isReached: (key: SQLWrapper, id: SQLWrapper): SQL =>
      sql`(${key} like ${start}::text || ${id} || ${`:${seconds}:%`}::text
        and substring(${key} from '[0-9]+$')::numeric <= ${hours})`,
    /**
     * Returns whether a deduplication key belongs to this reminder, or to a later reminder before the same deadline.
     */
    isReachedBy: (key: string, id: string): boolean =>
      key.startsWith(`${start}${id}:${seconds}:`) &&
      Number(KEY_END.exec(key)?.[2] ?? Infinity) <= hours,
  };
}

/**
 * Matches the end of a reminder's deduplication key: the deadline in seconds, and the hours before the
 * deadline.
 */
const KEY_END = /:(\d+):(\d+)$/;

/** Parses the reminder time from a mail's deduplication key. Returns null for keys of other mails. */
export function readMomentKey(key: string): Pick<Moment, "hours" | "at"> | null {
  const [, seconds, hours] = KEY_END.exec(key) ?? [];
  if (!seconds || !hours) return null;
  return {
    hours: Number(hours),
    at: momentBefore(new Date(Number(seconds) * 1000), Number(hours)),
  };
}
