import { and, desc, eq, inArray, or, sql } from "drizzle-orm";
import { romeDayEnd } from "@/contract/deadline";
import type { Executor } from "../db/connect";
import { editionLog } from "../db/schema/applications";

/**
 * The log entry by which somebody closed an edition, if none has opened it since: `close`, or a last
 * day that had already passed when it was set.
 */
export async function closedByCommand(db: Executor, editionId: string) {
  const [last] = await db
    .select()
    .from(editionLog)
    .where(
      and(
        eq(editionLog.editionId, editionId),
        or(
          inArray(editionLog.action, ["open", "close"]),
          and(eq(editionLog.action, "date"), sql`${editionLog.data}->>'which' = 'closes'`),
        ),
      ),
    )
    .orderBy(desc(editionLog.at))
    .limit(1);
  if (!last) return null;
  const lastDay = last.data.until ?? last.data.date;
  const closes = last.action === "close" || (lastDay && romeDayEnd(lastDay) <= last.at);
  return closes ? last : null;
}
