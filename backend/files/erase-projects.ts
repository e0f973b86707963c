import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { DRAFT_MONTHS } from "@/contract/limits";
import type { Executor } from "../db/connect";
import { editions, files, projects, uploads } from "../db/schema/applications";
import type { Dependencies } from "../dependencies";
import { type Erased, eraseBytes } from "./erase-bytes";

type Tools = Pick<Dependencies, "db" | "config" | "store">;

/** The application's deadline. An extension never makes it earlier. */
const deadline = sql`greatest(${editions.closesAt}, ${projects.extendedUntil})`;

/**
 * Erases withdrawn applications after the applicant's deadline and grace period, when they can no longer be restored (rule
 * application.retention). Returns their number.
 */
export function eraseWithdrawn(tools: Tools, now: Date): Promise<number> {
  const over = new Date(now.getTime() - tools.config.GRACE_MINUTES * 60_000).toISOString();
  return eraseProjects(
    tools,
    and(isNotNull(projects.withdrawnAt), sql`${deadline} <= ${over}::timestamptz`),
  );
}

/**
 * Erases applications that were never submitted, a year after their deadline (rule application.retention). Returns their
 * number.
 */
export function eraseUnsent(tools: Tools, now: Date): Promise<number> {
  const kept = sql`make_interval(months => ${DRAFT_MONTHS})`;
  return eraseProjects(
    tools,
    and(
      isNull(projects.sentVersion),
      sql`${deadline} + ${kept} <= ${now.toISOString()}::timestamptz`,
    ),
  );
}

/**
 * Erases the applications that match a condition over `projects` and `editions`, each in a separate transaction. Also erases
 * their files, submissions, timeline, and evaluations.
 */
async function eraseProjects(
  { db, config, store }: Tools,
  condition: SQL | undefined,
): Promise<number> {
  const find = (executor: Executor, also?: SQL) =>
    executor
      .select({ id: projects.id })
      .from(projects)
      .innerJoin(editions, eq(editions.id, projects.editionId))
      .where(and(condition, also));
  let count = 0;
  for (const { id } of await find(db)) {
    const erased = await db.transaction(async (tx): Promise<Erased | null> => {
      // Check again with the row locked: the application could have been restored or extended meanwhile.
      const [still] = await find(tx, eq(projects.id, id)).for("update", { of: projects });
      if (!still) return null;
      const stored = await tx.select().from(files).where(eq(files.projectId, id));
      const open = await tx.select().from(uploads).where(eq(uploads.projectId, id));
      await tx.delete(projects).where(eq(projects.id, id));
      return { files: stored.map((file) => file.id), uploads: open.map((upload) => upload.id) };
    });
    if (!erased) continue;
    await eraseBytes({ store, config }, erased);
    count += 1;
  }
  return count;
}
