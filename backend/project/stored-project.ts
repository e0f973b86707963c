import { and, eq, isNull } from "drizzle-orm";
import { EMPTY_PROJECT, type Project, type ProjectFile } from "@/contract/project/project-schemas";
import type { Executor } from "../db/connect";
import { files, projects, submissions } from "../db/schema/applications";

export type StoredProject = typeof projects.$inferSelect;
export type StoredFile = typeof files.$inferSelect;

/** Returns the applicant's application in an edition, or null before the first save or upload. */
export async function findProject(
  db: Executor,
  editionId: string,
  userId: string,
): Promise<StoredProject | null> {
  const [row] = await db
    .select()
    .from(projects)
    .where(and(eq(projects.editionId, editionId), eq(projects.userId, userId)));
  return row ?? null;
}

/** Returns the applicant's application and locks its row until the transaction ends. */
export async function lockProject(
  tx: Executor,
  editionId: string,
  userId: string,
): Promise<StoredProject | null> {
  const [row] = await tx
    .select()
    .from(projects)
    .where(and(eq(projects.editionId, editionId), eq(projects.userId, userId)))
    .for("update");
  return row ?? null;
}

/**
 * Returns the applicant's application and locks its row. Creates the application if it does not exist. Of two
 * concurrent first saves, one inserts the row and the other waits (unique constraint: one application per applicant).
 */
export async function lockOrCreateProject(
  tx: Executor,
  editionId: string,
  userId: string,
  now: Date,
): Promise<StoredProject> {
  const found = await lockProject(tx, editionId, userId);
  if (found) return found;
  await tx
    .insert(projects)
    .values({ editionId, userId, fields: {}, createdAt: now })
    .onConflictDoNothing();
  const made = await lockProject(tx, editionId, userId);
  if (!made) throw new Error("a project that was just made is gone");
  return made;
}

/** Returns the files that the application currently contains. */
export function attachedFiles(db: Executor, projectId: string): Promise<StoredFile[]> {
  return db
    .select()
    .from(files)
    .where(and(eq(files.projectId, projectId), isNull(files.detachedAt)));
}

/**
 * Returns a stored file as the contract describes it: with `pages` for a deck, and with `duration`, codecs and captions
 * for a video.
 */
export function toProjectFile(file: StoredFile): ProjectFile {
  return {
    id: file.id,
    field: file.field,
    name: file.name,
    size: file.size,
    type: file.type,
    sha256: file.sha256,
    uploaded_at: file.uploadedAt.toISOString(),
    ...(file.pages !== null && { pages: file.pages }),
    ...(file.duration !== null && { duration: file.duration }),
    ...(file.codec !== null && { codec: file.codec }),
    ...(file.soundCodec !== null && { sound_codec: file.soundCodec }),
    ...(file.captions !== null && { captions: file.captions }),
  };
}

/** Returns all fields of the application. A missing value is "", [], or null. */
export function toProject(stored: StoredProject | null, attached: StoredFile[]): Project {
  return {
    ...EMPTY_PROJECT,
    ...stored?.fields,
    ...Object.fromEntries(attached.map((file) => [file.field, toProjectFile(file)])),
  };
}

/** Reports whether the application has a submission and is not withdrawn. Evaluators see only such applications. */
export function isSent(project: StoredProject | null): boolean {
  return project !== null && project.sentVersion !== null && project.withdrawnAt === null;
}

/** Returns the current submission, which evaluators read, or null without a submission. */
export async function sentVersionOf(db: Executor, projectId: string): Promise<Project | null> {
  const [row] = await db
    .select({ project: submissions.project })
    .from(submissions)
    .where(and(eq(submissions.projectId, projectId), submissions.current));
  return row?.project ?? null;
}
