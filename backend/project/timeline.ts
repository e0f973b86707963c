import { desc, eq } from "drizzle-orm";
import type { getTimeline } from "@/contract/project";
import { TIMELINE_TYPES } from "@/contract/project-schemas";
import type { Executor } from "../db/connect";
import { projectEvents } from "../db/schema";
import { fail } from "../http/failure";
import type { Handler } from "../http/serve";
import { currentEdition } from "./edition";
import { findProject } from "./stored-project";

type EventType = (typeof TIMELINE_TYPES)[number];
type EventData = Record<string, string | number | boolean | null>;

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

/** Everything that happened to the caller's application, the newest first; 404 before it exists. */
export const readTimeline: Handler<typeof getTimeline> = async ({ db, caller }) => {
  const edition = await currentEdition(db);
  const project = await findProject(db, edition.id, caller.id);
  if (!project) return fail("not_found");
  const rows = await db
    .select()
    .from(projectEvents)
    .where(eq(projectEvents.projectId, project.id))
    .orderBy(desc(projectEvents.at), desc(projectEvents.sequence));
  return {
    events: rows.flatMap(({ at, type, data }) => {
      const known = TIMELINE_TYPES.find((name) => name === type);
      return known ? [{ at: at.toISOString(), type: known, data }] : [];
    }),
  };
};
