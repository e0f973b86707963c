import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { FIELD_NAMES, ruleOf } from "@/contract/project/project-fields";
import { EMPTY_PROJECT, type Project } from "@/contract/project/project-schemas";
import type { Executor } from "../db/connect";
import {
  files,
  projectEvents,
  projectPeople,
  projects,
  submissions,
  uploads,
} from "../db/schema/applications";
import { contributions, scoreRevisions, summaries } from "../db/schema/discussion";
import { feedback, feedbackVerdicts, releasedFeedback } from "../db/schema/feedback";
import { projectTags } from "../db/schema/tags";

/**
 * Erases the personal data in all applications that match a condition over `projects`. Deletes unsent applications. Of
 * each submission, keeps the number, hash and date, which prove receipts and scores, and the choices from fixed lists,
 * which identify no person.
 *
 * @returns ids of the files and uploads to delete from the file store after the commit
 */
export async function eraseApplications(
  tx: Executor,
  condition: SQL,
  now: Date,
): Promise<{ files: string[]; uploads: string[] }> {
  const found = await tx.select({ id: projects.id }).from(projects).where(condition);
  const ids = found.map(({ id }) => id);
  const bytes = await deleteFiles(tx, ids);
  await tx.delete(projectTags).where(inArray(projectTags.projectId, ids));
  await tx.delete(projectPeople).where(inArray(projectPeople.projectId, ids));
  await tx.update(projectEvents).set({ data: {} }).where(inArray(projectEvents.projectId, ids));
  const sent = await tx.select().from(submissions).where(inArray(submissions.projectId, ids));
  for (const { id, number, project } of sent) {
    await tx
      .update(submissions)
      .set({ project: withoutPerson(project, number), idempotencyKey: null })
      .where(eq(submissions.id, id));
  }
  const kept = sent.map(({ projectId }) => projectId);
  const unsent = ids.filter((id) => !kept.includes(id));
  await tx.delete(projects).where(inArray(projects.id, unsent));
  await tx
    .update(projects)
    .set({
      ...{
        fields: {},
        eventId: null,
        erasedAt: sql`coalesce(${projects.erasedAt}, ${now.toISOString()}::timestamptz)`,
      },
      ...{ pixelBrowserId: null, pixelClickId: null, timeZone: null },
    })
    .where(inArray(projects.id, kept));
  // Delete the feedback texts only after `erasedAt` is set, because database triggers allow their deletion only for an
  // erased application.
  await tx.delete(releasedFeedback).where(inArray(releasedFeedback.projectId, kept));
  await tx.delete(feedbackVerdicts).where(inArray(feedbackVerdicts.projectId, kept));
  await tx.delete(feedback).where(inArray(feedback.projectId, kept));
  await tx.delete(contributions).where(inArray(contributions.projectId, kept));
  await tx.delete(scoreRevisions).where(inArray(scoreRevisions.projectId, kept));
  await tx.delete(summaries).where(inArray(summaries.projectId, kept));
  return bytes;
}

/**
 * Deletes the rows of the applications' files and unfinished uploads. Returns their ids, so that the caller can delete
 * the stored bytes.
 */
export async function deleteFiles(tx: Executor, ids: string[]) {
  const stored = await tx.delete(files).where(inArray(files.projectId, ids)).returning();
  const open = await tx.delete(uploads).where(inArray(uploads.projectId, ids)).returning();
  return { files: stored.map(({ id }) => id), uploads: open.map(({ id }) => id) };
}

/**
 * Returns a submitted application without personal data. Its receipt number replaces the project's name. Keeps the
 * choices that statistics need, such as whether women lead the project.
 */
function withoutPerson(project: Project, number: string): Project {
  const choices = Object.fromEntries(
    FIELD_NAMES.filter((name) => ruleOf(name).kept).map((name) => [name, project[name]]),
  );
  return { ...EMPTY_PROJECT, ...choices, nome: number };
}
