import { and, type SQL, sql } from "drizzle-orm";
import { FILE_FIELDS } from "@/contract/project/project-fields";
import type { Executor } from "../../db/connect";
import { submissions } from "../../db/schema/applications";
import type { RoundKey } from "../../editions/rounds";
import { readIn } from "../round";

/** Estimated bytes of a PDF dossier of a few pages. Most of the bytes are fonts. */
const DOSSIER_BYTES = 40_000;
/** Estimated bytes of the name and numbers of a zip entry, which appear twice in the zip and once in the manifest. */
const ENTRY_BYTES = 500;

/**
 * Returns the number of projects in an export and the size of its zip in bytes. The sizes of uploaded files are exact.
 * The sizes of the PDF dossiers and of the zip's directory are estimates.
 *
 * @param scope the projects that the caller evaluates (`scopeOf`)
 */
export async function exportSize(db: Executor, round: RoundKey, scope: SQL | undefined) {
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
    .where(and(readIn(round), scope));
  const { projects = 0, files = 0, bytes = "0" } = row ?? {};
  const dossiers = projects * DOSSIER_BYTES;
  return { projects, zipBytes: Number(bytes) + dossiers + (projects + files) * ENTRY_BYTES };
}
