import { asc, eq, inArray } from "drizzle-orm";
import type { Executor } from "../../db/connect";
import {
  editions,
  files,
  projectEvents,
  projectPeople,
  projects,
  submissions,
  uploads,
} from "../../db/schema/applications";
import { decisionReleases, decisions } from "../../db/schema/evaluations";
import { releasedFeedback } from "../../db/schema/feedback";
import { projectTags, tags } from "../../db/schema/tags";

/** Returns a person's applications: draft, submissions, timeline, decisions, and descriptions of the files. */
export async function readProjects(db: Executor, userId: string) {
  const rows = await db
    .select({ project: projects, year: editions.year })
    .from(projects)
    .innerJoin(editions, eq(editions.id, projects.editionId))
    .where(eq(projects.userId, userId))
    .orderBy(asc(editions.year));
  const ids = rows.map(({ project }) => project.id);
  if (ids.length === 0) return [];
  const sent = await db.select().from(submissions).where(inArray(submissions.projectId, ids));
  const held = await db.select().from(files).where(inArray(files.projectId, ids));
  const known = await readDecisions(db, ids);
  const told = await db
    .select()
    .from(releasedFeedback)
    .where(inArray(releasedFeedback.projectId, ids))
    .orderBy(asc(releasedFeedback.place));
  const events = await db
    .select()
    .from(projectEvents)
    .where(inArray(projectEvents.projectId, ids))
    .orderBy(asc(projectEvents.at), asc(projectEvents.sequence));
  const people = await db.select().from(projectPeople).where(inArray(projectPeople.projectId, ids));
  const marked = await db
    .select({ projectId: projectTags.projectId, name: tags.name, at: projectTags.createdAt })
    .from(projectTags)
    .innerJoin(tags, eq(tags.id, projectTags.tagId))
    .where(inArray(projectTags.projectId, ids));
  const rising = await db.select().from(uploads).where(eq(uploads.userId, userId));
  /** Returns the feedback that an applicant received with a decision. */
  function feedbackOf(decisionId: string) {
    const own = told.filter((one) => one.decisionId === decisionId);
    if (own.length === 0) return {};
    const texts = own.map(({ text, language, reasons }) => ({ text, language, reasons }));
    return { band: own[0]?.band ?? null, feedback: texts };
  }
  return rows.map(({ project, year }) => ({
    edition: year,
    decisions: known.flatMap(({ id, projectId, ...decision }) =>
      projectId === project.id ? [{ ...decision, ...feedbackOf(id) }] : [],
    ),
    draft: project.fields,
    version: project.version,
    saved_at: project.savedAt,
    sent_at: project.sentAt,
    withdrawn_at: project.withdrawnAt,
    begun_at: project.createdAt,
    extended_until: project.extendedUntil,
    event_id: project.eventId,
    events: events
      .filter(({ projectId }) => projectId === project.id)
      .map(({ at, type, data }) => ({ at, type, data })),
    tags: marked.flatMap(({ projectId, name, at }) =>
      projectId === project.id ? [{ name, added_at: at }] : [],
    ),
    phones: people.flatMap(({ projectId, phone }) => (projectId === project.id ? [phone] : [])),
    uploads: rising
      .filter(({ projectId }) => projectId === project.id)
      .map(({ field, name, size, createdAt }) => ({ field, name, size, begun_at: createdAt })),
    pixel: { browser_id: project.pixelBrowserId, click_id: project.pixelClickId },
    time_zone: project.timeZone,
    sent: sent
      .filter(({ projectId }) => projectId === project.id)
      .map((one) => ({
        number: one.number,
        sha256: one.sha256,
        sent_at: one.sentAt,
        project: one.project,
      })),
    files: held
      .filter(({ projectId }) => projectId === project.id)
      .map(({ id, field, name, size, type, sha256, captions, uploadedAt }) => ({
        id,
        field,
        name,
        size,
        type,
        sha256,
        captions,
        uploaded_at: uploadedAt,
      })),
  }));
}

/** Returns the released decisions. Omits unreleased decisions, which only staff can see. */
function readDecisions(db: Executor, projectIds: string[]) {
  return db
    .select({
      id: decisions.id,
      projectId: decisions.projectId,
      stage: decisions.stage,
      outcome: decisions.outcome,
      correction: decisions.correction,
      released_at: decisionReleases.at,
    })
    .from(decisions)
    .innerJoin(decisionReleases, eq(decisionReleases.id, decisions.releaseId))
    .where(inArray(decisions.projectId, projectIds))
    .orderBy(asc(decisions.sequence));
}
