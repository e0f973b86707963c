import { desc, eq } from "drizzle-orm";
import type { getTimeline } from "@/contract/project";
import { TIMELINE_DATES, TIMELINE_TYPES } from "@/contract/timeline";
import type { Executor } from "../db/connect";
import { projectEvents } from "../db/schema/applications";
import { fail } from "../http/failure";
import type { Handler } from "../http/serve";
import { currentEdition, deadlineFor, type Edition } from "./edition";
import { mailEvents } from "./mail-events";
import { findProject, type StoredProject } from "./stored-project";

export type EventType = (typeof TIMELINE_TYPES)[number];
export type EventData = Record<string, string | number | boolean | null>;

/** Saves no further apart than this are one session of work, and one row. Milliseconds. */
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
 * Notes a save. An autosave every few seconds would bury the timeline, so saves of one session of
 * work share a row: `since` is its first, `at` its last, `saves` how many. The project is locked.
 */
export async function recordSave(tx: Executor, projectId: string, at: Date): Promise<void> {
  const [last] = await tx
    .select()
    .from(projectEvents)
    .where(eq(projectEvents.projectId, projectId))
    .orderBy(desc(projectEvents.at), desc(projectEvents.sequence))
    .limit(1);
  if (last?.type !== "saved" || at.getTime() - last.at.getTime() > SESSION_OF_WORK) {
    await recordEvent(tx, projectId, "saved", at, { since: at.toISOString(), saves: 1 });
    return;
  }
  await tx
    .update(projectEvents)
    .set({ at, data: { ...last.data, saves: Number(last.data.saves ?? 1) + 1 } })
    .where(eq(projectEvents.id, last.id));
}

type TimelineEvent = { at: Date; type: EventType; data: EventData };
/** What one part of the product knows of an application's past, in any order. */
type Source = (db: Executor, project: StoredProject) => Promise<TimelineEvent[]>;

/** What was recorded as it happened. Of two at the same instant the later one stands first. */
async function recordedEvents(db: Executor, { id }: StoredProject): Promise<TimelineEvent[]> {
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
 * Everything that happened to the caller's application, the newest first, and the edition's dates;
 * 404 before it exists.
 */
export const readTimeline: Handler<typeof getTimeline> = async ({ db, caller }) => {
  const edition = await currentEdition(db);
  const project = await findProject(db, edition.id, caller.id);
  if (!project) return fail("not_found");
  const known = await Promise.all(SOURCES.map((source) => source(db, project)));
  const events = known.flat().toSorted((a, b) => b.at.getTime() - a.at.getTime());
  return {
    events: events.map(({ at, type, data }) => ({ at: at.toISOString(), type, data })),
    dates: datesFor(edition, project),
  };
};

function datesFor(edition: Edition, project: StoredProject) {
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
