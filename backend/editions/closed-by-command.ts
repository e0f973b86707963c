import { and, inArray, or, sql } from "drizzle-orm";
import { romeDayEnd } from "@/contract/deadline";
import { isAbout } from "../audit-log/entries";
import { readAuditEntries } from "../audit-log/read-entries";
import type { Executor } from "../db/connect";
import { auditEntries } from "../db/schema/audit-log";

/**
 * Returns the audit log entry that closed an edition, unless a later entry opened the edition again. An edition is
 * closed by the command `close`, or by a change that set its last day to a day in the past.
 */
export async function closedByCommand(db: Executor, edition: string) {
  const sets = or(
    inArray(auditEntries.act, ["edition.open", "edition.close"]),
    and(sql`${auditEntries.act} = 'edition.date'`, sql`${auditEntries.data}->>'which' = 'closes'`),
  );
  const [last] = await readAuditEntries(db, and(isAbout({ edition }), sets)).limit(1);
  if (!last) return null;
  const lastDay = last.data.until ?? last.data.date;
  const closes = last.act === "edition.close" || (lastDay && romeDayEnd(lastDay) <= last.at);
  return closes ? last : null;
}
