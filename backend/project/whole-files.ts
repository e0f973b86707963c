import { desc, eq } from "drizzle-orm";
import { FILE_FIELDS } from "@/contract/project/project-fields";
import type { Executor } from "../db/connect";
import { submissions } from "../db/schema/applications";

/** Sent versions, the last ones, whose files stay whatever they take up. */
const WHOLE_VERSIONS = 3;

/** Ids of the files in a project's last sent versions, which stay in any case. */
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
