import { and, eq, sql } from "drizzle-orm";
import type { Executor } from "../db/connect";
import { files, submissions, uploads } from "../db/schema/applications";

/**
 * Removes a file from its application field. Keeps the file's row and bytes if a submission refers to the file.
 * Otherwise deletes the row and returns the file's id, so that the caller deletes the bytes after the commit. The
 * caller must have locked the application's row.
 */
export async function detachFile(
  tx: Executor,
  file: { id: string; projectId: string; field: string },
  at: Date,
): Promise<string[]> {
  await tx.delete(uploads).where(eq(uploads.id, file.id));
  const [holder] = await tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        eq(submissions.projectId, file.projectId),
        sql`${submissions.project} -> ${file.field}::text ->> 'id' = ${file.id}`,
      ),
    )
    .limit(1);
  if (holder) {
    await tx.update(files).set({ detachedAt: at }).where(eq(files.id, file.id));
    return [];
  }
  await tx.delete(files).where(eq(files.id, file.id));
  return [file.id];
}
