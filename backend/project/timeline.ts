import { desc, eq, type SQL, sql } from "drizzle-orm";
import type * as contract from "@/contract/project/project";
import { TIMELINE_DATES, TIMELINE_TYPES } from "@/contract/project/timeline";
import type { Executor } from "../db/connect";
import { projectEvents } from "../db/schema/applications";
import { currentEdition, deadlineFor, type Edition } from "../editions/edition";
import { fail } from "../http/failure";
import type { Call } from "../http/serve";
import { mailEvents } from "./mail-events";
import { findProject, type StoredProject } from "./stored-project";

export type EventType = (typeof TIMELINE_TYPES)[number];
export type EventData = Record<string, string | number | boolean | null>;

/** Saves no further apart than this are one working session, and one row. Milliseconds. */
const SESSION_OF_WORK = 30 * 60_000;

/** Adds an event to a project's timeline, in the transaction it belongs to. */
export async function recordEvent(
  tx: Executor,
  projectId: string,
  type: EventType,
  at: Date,
  data: EventData = {},
): Promise<void> {
  await tx.insert(projectEvents).values({ projectId, type, at, data });
}

/**
 * The parts of a statement that note a save if its part `saved` stored one. An autosave every few
 * seconds would bury the timeline, so saves of one working session share a row: `since` is its first,
 * `at` its last, `saves` how many.
 */
export function noteSave(projectId: string, at: Date): SQL {
  const [now, since] = [at, new Date(at.getTime() - SESSION_OF_WORK)].map((one) =>
    one.toISOString(),
  );
  return sql`
    last as (
      select id, type, at from project_events where project_id = ${projectId}
      order by at desc, sequence desc limit 1),
    joined as (
      update project_events as event set at = ${now}::timestamptz,
        data = event.data || jsonb_build_object('saves', coalesce((event.data->>'saves')::int, 1) + 1)
      from last, saved
      where event.id = last.id and last.type = 'saved' and last.at >= ${since}::timestamptz
      returning event.id),
    begun as (
      insert into project_events (project_id, type, at, data)
      select ${projectId}::uuid, 'saved', ${now}::timestamptz,
        jsonb_build_object('since', ${now}::text, 'saves', 1)
      from saved where not exists (select 1 from joined))`;
}

type TimelineEvent = { at: Date; type: EventType; data: EventData };
/** What one part of the product knows about an application's past, in any order. */
type Source = (db: Executor, project: StoredProject) => Promise<TimelineEvent[]>;

/** What was recorded as it happened. Of two at the same instant the later one stands first. */
export async function recordedEvents(
  db: Executor,
  { id }: StoredProject,
): Promise<TimelineEvent[]> {
  const rows = await db
    .select()
    .from(projectEvents)
    .where(eq(projectEvents.projectId, id))
    .orderBy(desc(projectEvents.at), desc(projectEvents.sequence));
  return rows.flatMap(({ at, type, data }) => {
    const known = TIMELINE_TYPES.find((name) => name === type);
    return known ? [{ at, type: known, data }] : [];
  });
}

/** Where the timeline comes from. Of two at the same instant the earlier source's stands first. */
const SOURCES: Source[] = [mailEvents, recordedEvents];

/**
 * Everything that happened to the caller's application, newest first, and the edition's dates;
 * 404 before it exists.
 */
export async function getTimeline({ db, caller, arrivedAt }: Call<typeof contract.getTimeline>) {
  const edition = await currentEdition(db, arrivedAt);
  const project = await findProject(db, edition.id, caller.id);
  if (!project) return fail("not_found");
  const known = await Promise.all(SOURCES.map((source) => source(db, project)));
  const events = known.flat().toSorted((a, b) => b.at.getTime() - a.at.getTime());
  return {
    events: events.map(({ at, type, data }) => ({ at: at.toISOString(), type, data })),
    dates: datesFor(edition, project),
  };
}

/** The edition's dates as they count for an application, or for an applicant who has none yet. */
export function datesFor(edition: Edition, project: StoredProject | null) {
  const dates: Record<(typeof TIMELINE_DATES)[number], Date | null> = {
    opens: edition.opensAt,
    deadline: deadlineFor(edition, project),
    evaluation_opens: edition.evaluationOpensAt,
    evaluation_closes: edition.evaluationClosesAt,
    winners: edition.awardedAt,
  };
  return TIMELINE_DATES.flatMap((type) => {
    const at = dates[type];
    return at ? [{ at: at.toISOString(), type }] : [];
  }).toSorted((a, b) => a.at.localeCompare(b.at));
}
