import { desc, eq } from "drizzle-orm";
import { FILE_FIELDS } from "@/contract/project/project-fields";
import type { Executor } from "../db/connect";
import { submissions } from "../db/schema/applications";

/** Number of recent submissions whose files are never deleted to free storage quota. */
const WHOLE_VERSIONS = 3;

/** Returns the ids of the files in the most recent submissions. These files are never deleted to free storage quota. */
export async function wholeFiles(db: Executor, projectId: string): Promise<Set<string>> {
  const sent = await db
    .select({ project: submissions.project })
    .from(submissions)
    .where(eq(submissions.projectId, projectId))
    .orderBy(desc(submissions.sentAt), desc(submissions.number))
    .limit(WHOLE_VERSIONS);
  return new Set(
    sent.flatMap(({ project }) => FILE_FIELDS.flatMap((field) => project[field]?.id ?? [])),
  );
}
