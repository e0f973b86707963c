import { desc, inArray } from "drizzle-orm";
import type { Executor } from "../db/connect";
import { submissions } from "../db/schema/applications";

/**
 * Returns the receipt number of each application's last submission, by application id. Omits applications that were
 * never sent. Exported tables contain the receipt number, so that they can be joined.
 */
export async function receiptsOf(
  db: Executor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await db
    .selectDistinctOn([submissions.projectId], {
      id: submissions.projectId,
      number: submissions.number,
    })
    .from(submissions)
    .where(inArray(submissions.projectId, [...new Set(ids)]))
    .orderBy(submissions.projectId, desc(submissions.sentAt));
  return new Map(found.map(({ id, number }) => [id, number]));
}
