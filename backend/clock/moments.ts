import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { romeDay, romeInstant } from "@/contract/deadline";
import { HOUR } from "@/contract/spans";

/** A moment before an instant: it applies from `at` until the next one, or the instant, takes over. */
export type Moment = { hours: number; at: Date; until: Date };

/** Nobody is written to at night: from midnight on, a moment waits for this hour in Rome. */
const MORNING = "09:00";

/**
 * When the moment that many hours before an instant falls. Waiting for the morning may take at most
 * half of them: what is urgent comes at night.
 */
function momentBefore(instant: Date, hours: number): Date {
  const exact = instant.getTime() - hours * HOUR;
  const morning = romeInstant(`${romeDay(new Date(exact))}T${MORNING}`).getTime();
  const canWait = instant.getTime() - morning >= (hours * HOUR) / 2;
  return new Date(canWait ? Math.max(exact, morning) : exact);
}

/**
 * The moments before an instant that still count: the one that applies now, if any, and those to come.
 * One that was missed is not made up for once the next has come.
 *
 * @param hours how long before the instant each is, the longest first
 * @param since when the instant became what it is: a moment that had passed by then never came
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

/** The moment that applies; null before the first, and from the instant itself on. */
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
 * The key of a mail about a moment, so that it is written once: a kind, whom it is about, the
 * instant (to the second) and the hours before it.
 */
export function momentKey(kind: string, instant: Date, { hours }: Pick<Moment, "hours">) {
  const start = `${kind}:`;
  const end = `:${Math.floor(instant.getTime() / 1000)}:${hours}`;
  return {
    of: (id: string): string => start + id + end,
    /** The same for a column of ids. */
    ofColumn: (id: SQLWrapper): SQL => sql`${start}::text || ${id} || ${end}::text`,
  };
}

/** When the moment named by a key was; null for a key of something else. */
export function readMomentKey(key: string): Pick<Moment, "hours" | "at"> | null {
  const [, seconds, hours] = /:(\d+):(\d+)$/.exec(key) ?? [];
  if (!seconds || !hours) return null;
  return {
    hours: Number(hours),
    at: momentBefore(new Date(Number(seconds) * 1000), Number(hours)),
  };
}
