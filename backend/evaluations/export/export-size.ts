import { and, eq, type SQL, sql } from "drizzle-orm";
import { FILE_FIELDS } from "@/contract/project/project-fields";
import type { Executor } from "../../db/connect";
import { submissions } from "../../db/schema/applications";

/** What a dossier of a few pages takes; most of it is fonts. Bytes. */
const DOSSIER_BYTES = 40_000;
/** Names and figures of an entry, twice in a zip and once in the manifest. Bytes. */
const ENTRY_BYTES = 500;

/**
 * How many projects an export holds, and how many bytes its zip will have: the files' sizes are
 * known, dossiers and directory are estimated.
 *
 * @param scope those that are the caller's to read (`scopeOf`)
 */
export async function exportSize(db: Executor, editionId: string, scope: SQL | undefined) {
  const sizes = FILE_FIELDS.map(
    (field) => sql`coalesce((${submissions.project}->${field}->>'size')::bigint, 0)`,
  );
  const held = FILE_FIELDS.map(
    (field) => sql`(jsonb_typeof(${submissions.project}->${field}) = 'object')::int`,
  );
  const [row] = await db
    .select({
      projects: sql<number>`count(*)::int`,
      files: sql<number>`coalesce(sum(${sql.join(held, sql` + `)}), 0)::int`,
      bytes: sql<string>`coalesce(sum(${sql.join(sizes, sql` + `)}), 0)`,
    })
    .from(submissions)
    .where(and(eq(submissions.editionId, editionId), submissions.current, scope));
  const { projects = 0, files = 0, bytes = "0" } = row ?? {};
  const dossiers = projects * DOSSIER_BYTES;
  return { projects, zipBytes: Number(bytes) + dossiers + (projects + files) * ENTRY_BYTES };
}
