import { and, eq, isNull, sql } from "drizzle-orm";
import { progress } from "@/contract/project/progress";
import type * as contract from "@/contract/project/project";
import type { FileField, SavedField } from "@/contract/project/project-fields";
import {
  type Draft,
  projectFieldSchemas,
  type SaveReport,
} from "@/contract/project/project-schemas";
import { type Executor, prepared } from "../db/connect";
import { editions, files, projects } from "../db/schema/applications";
import { currentEdition, currentFirst, type Edition } from "../editions/edition";
import { fail } from "../http/failure";
import type { Call } from "../http/serve";
import { canonicalJson } from "./receipt/canonical";
import { lockOrCreateProject, type StoredProject } from "./stored-project";
import { recordEvent, updateAndNote } from "./timeline";
import { requireChangeable, requireVersion } from "./write-rules";

type SaveCall = Call<typeof contract.saveProject>;
/** Data that a save reads first. `state` identifies the version of the application's database row. */
type Known = {
  edition: Edition;
  project: StoredProject | null;
  state: string | null;
  held: FileField[];
};

/**
 * Merges the given fields into the stored draft (rule application.merge). Parallel saves of different fields are both
 * stored. If another save changed the application's row after this save read it, this save locks the row and tries
 * again. A rejected save stores nothing.
 */
export async function saveProject(call: Call<typeof contract.saveProject>) {
  const known = await readKnown(call.db, call.caller.id, call.arrivedAt);
  await requireAllowed(call.db, known, call);
  if (known.project && known.project.version > 0) {
    const report = await store(call.db, known.project, known, call);
    if (report) return report;
  }
  return call.db.transaction((tx) => storeLocked(tx, call));
}

async function storeLocked(tx: Executor, call: SaveCall): Promise<SaveReport> {
  const { caller, arrivedAt } = call;
  const edition = await currentEdition(tx, arrivedAt);
  const { id } = await lockOrCreateProject(tx, edition.id, caller.id, arrivedAt);
  const known = await readKnown(tx, caller.id, arrivedAt);
  if (known.project?.id !== id) throw new Error("a locked project is gone");
  await requireAllowed(tx, known, call);
  if (known.project.version === 0) await recordEvent(tx, id, "created", arrivedAt);
  const report = await store(tx, known.project, known, call);
  if (!report) throw new Error("a locked project was changed");
  return report;
}

const findKnown = prepared("find_known", (db, name) => {
  const held = db
    .select({ field: files.field })
    .from(files)
    .where(and(eq(files.projectId, projects.id), isNull(files.detachedAt)));
  return db
    .select({
      edition: editions,
      project: projects,
      // The id of the transaction that last wrote the application's row. Each change of the row changes this id.
      state: sql<string | null>`${projects}.xmin::text`,
      held: sql<FileField[]>`array(${held})`,
    })
    .from(editions)
    .leftJoin(
      projects,
      and(eq(projects.editionId, editions.id), eq(projects.userId, sql.placeholder("userId"))),
    )
    .orderBy(...currentFirst(sql.placeholder("now")))
    .limit(1)
    .prepare(name);
});

async function readKnown(db: Executor, userId: string, now: Date): Promise<Known> {
  const [known] = await findKnown(db).execute({ userId, now: now.toISOString() });
  return known ?? fail("unavailable", { message: "no edition exists yet", retryAfter: 60 });
}

async function requireAllowed(
  db: Executor,
  { edition, project }: Known,
  call: SaveCall,
): Promise<void> {
  requireChangeable(edition, project, call.arrivedAt, call.config);
  await requireVersion(db, project, call);
}

/**
 * Returns a placeholder of a prepared query. The query stores the placeholder's value in the column of the same name.
 */
const columnValue = (name: keyof StoredProject) =>
  sql`${sql.param(sql.placeholder(name), projects[name])}`;

const storeSaved = prepared("store_saved", (db, name) => {
  const update = db
    .update(projects)
    .set({
      fields: columnValue("fields"),
      version: columnValue("version"),
      savedAt: columnValue("savedAt"),
      sentVersion: columnValue("sentVersion"),
      eventId: columnValue("eventId"),
      timeZone: columnValue("timeZone"),
      pixelBrowserId: columnValue("pixelBrowserId"),
      pixelClickId: columnValue("pixelClickId"),
    })
    .where(
      and(
        eq(projects.id, columnValue("id")),
        sql`${projects}.xmin::text = ${sql.placeholder("state")}`,
      ),
    )
    .returning({ id: projects.id });
  return updateAndNote(db, update, sql.placeholder("id"), sql.placeholder("at")).prepare(name);
});

/**
 * Stores the merged draft and a timeline event. Returns null and stores nothing if the application's row has changed
 * since this save read the row.
 */
async function store(
  db: Executor,
  project: StoredProject,
  { state, held }: Known,
  call: SaveCall,
): Promise<SaveReport | null> {
  const { arrivedAt } = call;
  const { user, event_id, ...given } = call.body;
  const fields: Draft = { ...project.fields, ...changedIn(given, project.fields) };
  const version = project.version + 1;
  // A sent application stays "sent" if a save changes nothing.
  const stillSent =
    project.sentVersion === project.version &&
    canonicalJson(fields) === canonicalJson(project.fields);
  const rows = await storeSaved(db).execute({
    ...project,
    ...ofDevice(call),
    ...(event_id !== undefined && { eventId: event_id }),
    ...(stillSent && { sentVersion: version }),
    fields,
    version,
    savedAt: arrivedAt,
    at: arrivedAt.toISOString(),
    state,
  });
  return rows.length === 1 ? report({ ...fields, ...filled(held) }, version, arrivedAt) : null;
}

/**
 * Returns the given fields without those that differ from the stored fields only in normalization. Texts stored before
 * normalization existed keep their form, and the application stays sent.
 */
function changedIn(given: Draft, stored: Draft): Draft {
  const isSame = (field: SavedField) =>
    canonicalJson(projectFieldSchemas[field].safeParse(stored[field]).data) ===
    canonicalJson(given[field]);
  return Object.fromEntries(
    Object.entries(given).filter(([field]) => !isSame(field as SavedField)),
  );
}

/**
 * Returns the Facebook pixel's browser and click ids and the device's time zone, if the request contains them.
 */
function ofDevice({ body: { user } }: SaveCall): Partial<StoredProject> {
  return {
    ...(user?.time_zone !== undefined && { timeZone: user.time_zone }),
    ...(user?.fbp !== undefined && { pixelBrowserId: user.fbp }),
    ...(user?.fbc !== undefined && { pixelClickId: user.fbc }),
  };
}

/**
 * Returns a placeholder value for each field that has a file, because progress checks only whether a value is present.
 */
function filled(held: FileField[]) {
  return Object.fromEntries(held.map((field) => [field, { field }]));
}

/** Returns the response to a save (rule application.partial-save). */
function report(values: Parameters<typeof progress>[0], version: number, at: Date): SaveReport {
  const percent = progress(values);
  return {
    status: percent === 100 ? "completed" : "partial",
    progress: percent,
    projectVersion: version,
    projectSavedAt: at.toISOString(),
  };
}
