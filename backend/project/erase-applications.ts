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
 * Erases the person from all of an account's applications. What was never sent goes entirely; of
 * what was sent, number, hash and date stay, which prove receipts and closed scores, as do the
 * choices from closed lists, which identify nobody. Files, texts, names and phone numbers go.
 *
 * @returns ids of files and uploads whose bytes have to go once the transaction is committed
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

/** The application under its receipt's number: how many companies were led by women stays known. */
function withoutPerson(project: Project, number: string): Project {
  const choices = Object.fromEntries(
    FIELD_NAMES.filter((name) => ruleOf(name).kept).map((name) => [name, project[name]]),
  );
  return { ...EMPTY_PROJECT, ...choices, nome: number };
}
