import { eq, inArray } from "drizzle-orm";
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

/**
 * Erases the personal data in all applications of an account. Deletes applications that were never sent. For
 * submissions, keeps the number, the hash, and the date, which prove receipts and scores, and the choices from
 * fixed lists, which identify no person. Deletes files, texts, names, and phone numbers.
 *
 * @returns ids of the files and uploads to delete from the file store after the commit
 */
export async function eraseApplications(
  tx: Executor,
  userId: string,
): Promise<{ files: string[]; uploads: string[] }> {
  const mine = tx.select({ id: projects.id }).from(projects).where(eq(projects.userId, userId));
  const stored = await tx.select().from(files).where(inArray(files.projectId, mine));
  const open = await tx.select().from(uploads).where(eq(uploads.userId, userId));
  await tx.delete(uploads).where(eq(uploads.userId, userId));
  await tx.delete(files).where(inArray(files.projectId, mine));
  await tx.delete(projectPeople).where(inArray(projectPeople.projectId, mine));
  await tx.update(projectEvents).set({ data: {} }).where(inArray(projectEvents.projectId, mine));
  const sent = await tx.select().from(submissions).where(inArray(submissions.projectId, mine));
  for (const { id, number, project } of sent) {
    await tx
      .update(submissions)
      .set({ project: withoutPerson(project, number), idempotencyKey: null })
      .where(eq(submissions.id, id));
  }
  const kept = sent.map(({ projectId }) => projectId);
  for (const { id } of await mine) {
    if (!kept.includes(id)) await tx.delete(projects).where(eq(projects.id, id));
  }
  await tx
    .update(projects)
    .set({
      ...{ fields: {}, eventId: null },
      ...{ pixelBrowserId: null, pixelClickId: null, timeZone: null },
    })
    .where(eq(projects.userId, userId));
  return { files: stored.map(({ id }) => id), uploads: open.map(({ id }) => id) };
}

/**
 * Returns the application without personal data, under its receipt number. Keeps the choices that statistics
 * need, such as the number of companies led by women.
 */
function withoutPerson(project: Project, number: string): Project {
  const choices = Object.fromEntries(
    FIELD_NAMES.filter((name) => ruleOf(name).kept).map((name) => [name, project[name]]),
  );
  return { ...EMPTY_PROJECT, ...choices, nome: number };
}
