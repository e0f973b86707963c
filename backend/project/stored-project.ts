import { and, eq, isNull } from "drizzle-orm";
import { EMPTY_PROJECT, type Project, type ProjectFile } from "@/contract/project/project-schemas";
import type { Executor } from "../db/connect";
import { files, projects, submissions } from "../db/schema/applications";

export type StoredProject = typeof projects.$inferSelect;
export type StoredFile = typeof files.$inferSelect;

/** The applicant's project in an edition; null before anything was saved or uploaded. */
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

/** The same, locked until the transaction ends: whoever changes a project waits for the others. */
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
 * The applicant's project, locked, created if it does not exist. Two first saves meet at the unique
 * constraint (one project per candidate): one inserts, the other waits and finds it.
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

/** The files a project's fields hold now. */
export function attachedFiles(db: Executor, projectId: string): Promise<StoredFile[]> {
  return db
    .select()
    .from(files)
    .where(and(eq(files.projectId, projectId), isNull(files.detachedAt)));
}

/** A stored file as the contract shows it: `pages` for a deck, `duration` and codecs for a video. */
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
  };
}

/** Every field of the application: what is not stored is "", [] or null. */
export function toProject(stored: StoredProject | null, attached: StoredFile[]): Project {
  return {
    ...EMPTY_PROJECT,
    ...stored?.fields,
    ...Object.fromEntries(attached.map((file) => [file.field, toProjectFile(file)])),
  };
}

/** Whether a version of the project is currently sent: evaluators can see it and it is not withdrawn. */
export function isSent(project: StoredProject | null): boolean {
  return project !== null && project.sentVersion !== null && project.withdrawnAt === null;
}

/** The application as evaluators read it; null when no version of it is sent. */
export async function sentVersionOf(db: Executor, projectId: string): Promise<Project | null> {
  const [row] = await db
    .select({ project: submissions.project })
    .from(submissions)
    .where(and(eq(submissions.projectId, projectId), submissions.current));
  return row?.project ?? null;
}
