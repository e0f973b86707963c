import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Executor } from "../db/connect";
import { editions, files, projects, uploads } from "../db/schema/applications";
import type { Dependencies } from "../dependencies";
import { type Erased, eraseBytes } from "./erase-bytes";

/**
 * Erases withdrawn applications once nothing can restore them any more: the applicant's deadline
 * and grace period are over. With them go their files, sent versions, timeline and evaluations.
 */
export async function eraseWithdrawn(
  { db, config, store }: Pick<Dependencies, "db" | "config" | "store">,
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
    const erased = await db.transaction(async (tx): Promise<Erased> => {
      // Restored in the last moment, or given more time, while this came to it: it stays.
      const [still] = await find(tx, eq(projects.id, id)).for("update", { of: projects });
      if (!still) return { files: [], uploads: [] };
      const stored = await tx.select().from(files).where(eq(files.projectId, id));
      const open = await tx.select().from(uploads).where(eq(uploads.projectId, id));
      await tx.delete(projects).where(eq(projects.id, id));
      return { files: stored.map((file) => file.id), uploads: open.map((upload) => upload.id) };
    });
    await eraseBytes({ store, config }, erased);
  }
}
