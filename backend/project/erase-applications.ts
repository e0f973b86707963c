import { eq, inArray } from "drizzle-orm";
import { EMPTY_PROJECT, type Project } from "@/contract/project-schemas";
import type { BackendConfig } from "../config";
import type { Executor } from "../db/connect";
import {
  files,
  projectEvents,
  projectPeople,
  projects,
  submissions,
  uploads,
} from "../db/schema/applications";
import { storedPath, uploadsFolder } from "../files/stored-path";

/**
 * Takes the person out of all of an account's applications. What was never sent goes altogether; of
 * what was sent there stay number, hash and date, which prove receipts and closed scores, and the
 * choices out of closed lists, which say nothing about anybody. Files, texts, names, numbers go.
 *
 * @returns paths of bytes to delete once the transaction is committed
 */
export async function eraseApplications(
  tx: Executor,
  userId: string,
  config: Pick<BackendConfig, "FILES_DIR">,
): Promise<string[]> {
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
      .set({
        project: withoutPerson(project, number),
        nome: number,
        idea: "",
        idempotencyKey: null,
      })
      .where(eq(submissions.id, id));
  }
  const kept = sent.map(({ projectId }) => projectId);
  for (const { id } of await mine) {
    if (!kept.includes(id)) await tx.delete(projects).where(eq(projects.id, id));
  }
  await tx
    .update(projects)
    .set({ fields: {}, eventId: null, pixelBrowserId: null, pixelClickId: null })
    .where(eq(projects.userId, userId));
  const folder = uploadsFolder(config);
  return [
    ...stored.map((file) => storedPath(config, file.id)),
    ...open.flatMap(({ id }) => [`${folder}/${id}`, `${folder}/${id}.json`]),
  ];
}

/** Answers out of closed lists: how many companies were led by women stays known. */
const KEPT = ["tipologia_impresa", "costituita", "femminile", "stage", "industry", "tech"] as const;

/** The application under its receipt's number, with nothing that somebody wrote. */
function withoutPerson(project: Project, number: string): Project {
  const choices = Object.fromEntries(KEPT.map((name) => [name, project[name]]));
  return { ...EMPTY_PROJECT, ...choices, nome: number };
}
