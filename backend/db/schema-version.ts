import { sql } from "drizzle-orm";
import type { Executor } from "./connect";
import journal from "./migrations/meta/_journal.json";

/**
 * Throws if the database is unreachable or lacks a migration that this build needs. Accepts newer migrations: during a
 * rolling update, older instances continue to run.
 */
export async function requireSchema(db: Executor): Promise<void> {
  const { rows } = await db.execute<{ last: string | null }>(
    sql`select max(created_at) as last from drizzle.__drizzle_migrations`,
  );
  const newest = journal.entries.at(-1)?.when ?? 0;
  if (Number(rows[0]?.last ?? 0) < newest) throw new Error("the database lacks migrations");
}
