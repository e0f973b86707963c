import { desc, lt, sql } from "drizzle-orm";
import { romeDay } from "@/contract/deadline";
import { DAY } from "@/contract/durations";
import { FIGURE_DAYS, type Today } from "@/contract/staff/today";
import type { Executor } from "../../db/connect";
import { editions } from "../../db/schema/applications";
import type { Edition } from "../../editions/edition";
import { isComplete } from "../../project/complete";

export type PerDay = { begun: number; complete: number; sent: number };
type Days = Today["days"];
const NONE: PerDay = { begun: 0, complete: 0, sent: 0 };

/** Returns the number of calendar days in Rome between two instants. */
export const daysFrom = (from: Date, to: Date) =>
  Math.round((Date.parse(romeDay(to)) - Date.parse(romeDay(from))) / DAY);
/** Returns the last millisecond of the days on which people can apply. `closesAt` is the first instant afterwards. */
export const lastDay = ({ closesAt }: Edition) => new Date(closesAt.getTime() - 1);

/**
 * Returns the numbers of applications per day of an edition and of the previous edition. The key of a day is the number
 * of days from that day to the last day of applications. The time at which an application became complete is not
 * stored. Instead, the counts use the first submission, or the last change of an unsent draft.
 */
export async function daysOf(db: Executor, edition: Edition, now: Date): Promise<Days> {
  const before = await editionBefore(db, edition);
  const left = daysFrom(now, lastDay(edition));
  const [mine, theirs] = [
    await perDay(db, edition),
    before ? await perDay(db, before) : new Map<number, PerDay>(),
  ];
  // If this database has no data of the previous edition, that edition ran in another system. The counts of that
  // edition are unknown, not 0.
  const isKnown = theirs.size > 0;
  // Near the end of the application period, the chart ends with the last day. Earlier, the chart has today in its
  // middle. Without a previous edition, future days have no data, so the chart ends today.
  const end = Math.max(0, left - (isKnown ? Math.floor(FIGURE_DAYS / 2) : 0));
  const rows = Array.from({ length: FIGURE_DAYS + 1 }, (_, index) => {
    const at = end + FIGURE_DAYS - index;
    return {
      left: at,
      today: at === left,
      now: mine.get(at) ?? NONE,
      before: theirs.get(at) ?? NONE,
    };
  });
  return {
    before: before && isKnown ? before.year : null,
    before_unknown: before && !isKnown ? before.year : null,
    rows,
    total: sum(mine, left),
    totalBefore: sum(theirs, left),
  };
}

/** Returns the previous edition of an edition, or undefined without one. */
export async function editionBefore(db: Executor, { year }: Edition): Promise<Edition | undefined> {
  const [before] = await db
    .select()
    .from(editions)
    .where(lt(editions.year, year))
    .orderBy(desc(editions.year))
    .limit(1);
  return before;
}

/**
 * Adds up the daily numbers of applications, from the first day to the day that is `downTo` days before the last day.
 */
export function sum(days: Map<number, PerDay>, downTo: number): PerDay {
  const total = { ...NONE };
  for (const [left, day] of days) {
    if (left < downTo) continue;
    for (const name of ["begun", "complete", "sent"] as const) total[name] += day[name];
  }
  return total;
}

/**
 * Returns the numbers of applications per day of an edition. The key of a day is the number of days from that day to
 * the last day of applications. Omits withdrawn applications, as the lists do.
 */
export async function perDay(db: Executor, edition: Edition): Promise<Map<number, PerDay>> {
  const { rows } = await db.execute<{ day: string; what: keyof PerDay; n: number }>(sql`
    with mine as (
      select projects.created_at as begun, first.sent,
        case when first.sent is not null then first.sent when projects.sent_version is null and ${isComplete}
          then coalesce(projects.saved_at, projects.created_at) end as complete
      from projects
      left join (
        select project_id, min(sent_at) as sent from submissions where edition_id = ${edition.id} group by 1
      ) as first on first.project_id = projects.id
      where projects.edition_id = ${edition.id} and projects.withdrawn_at is null
    ), hours as (
      -- Count by hour first, because each day in Rome starts on a full hour. To convert every event to a day would take as
      -- long as the rest of the query.
      select date_bin('1 hour', begun, 'epoch') as begun, date_bin('1 hour', complete, 'epoch') as complete,
        date_bin('1 hour', sent, 'epoch') as sent
      from mine
    ), counted as (
      select coalesce(begun, complete, sent) as hour, count(*) as n,
        case 0 when grouping(begun) then 'begun' when grouping(complete) then 'complete' else 'sent' end as what
      from hours group by grouping sets (begun, complete, sent)
    )
    select (hour at time zone 'Europe/Rome')::date::text as day, what, sum(n)::int as n
    from counted where hour is not null
    group by 1, 2`);
  const days = new Map<number, PerDay>();
  const last = Date.parse(romeDay(lastDay(edition)));
  for (const { day, what, n } of rows) {
    const left = Math.round((last - Date.parse(day)) / DAY);
    const known = days.get(left) ?? { ...NONE };
    known[what] += n;
    days.set(left, known);
  }
  return days;
}
