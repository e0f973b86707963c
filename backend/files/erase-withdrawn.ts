import { rm } from "node:fs/promises";
import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Executor } from "../db/connect";
import { editions, files, projects, uploads } from "../db/schema/applications";
import type { Dependencies } from "../dependencies";
import { storedPath, uploadsFolder } from "../files/stored-path";

/**
 * Erases withdrawn applications once nothing can restore them any more: the applicant's deadline
 * and the grace are over. With them go their files, sent versions, timeline and evaluations.
 */
export async function eraseWithdrawn(
  { db, config }: Pick<Dependencies, "db" | "config">,
  now: Date,
): Promise<void> {
  const over = new Date(now.getTime() - config.GRACE_MINUTES * 60_000).toISOString();
  const isOver = sql`greatest(${editions.closesAt}, ${projects.extendedUntil}) <= ${over}::timestamptz`;
  const find = (db: Executor, also?: SQL) =>
    db
      .select({ id: projects.id })
      .from(projects)
      .innerJoin(editions, eq(editions.id, projects.editionId))
      .where(and(isNotNull(projects.withdrawnAt), isOver, also));
  for (const { id } of await find(db)) {
    // Rows first: bytes that a crash leaves behind are swept, rows without bytes would stay broken.
    const paths = await db.transaction(async (tx) => {
      // Restored in the last moment, or given more time, while this came to it: it stays.
      const [still] = await find(tx, eq(projects.id, id)).for("update", { of: projects });
      if (!still) return [];
      const stored = await tx.select().from(files).where(eq(files.projectId, id));
      const open = await tx.select().from(uploads).where(eq(uploads.projectId, id));
      await tx.delete(projects).where(eq(projects.id, id));
      const folder = uploadsFolder(config);
      return [
        ...stored.map((file) => storedPath(config, file.id)),
        ...open.flatMap((upload) => [`${folder}/${upload.id}`, `${folder}/${upload.id}.json`]),
      ];
    });
    await Promise.all(paths.map((path) => rm(path, { force: true })));
  }
}
