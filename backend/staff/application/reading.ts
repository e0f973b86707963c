import { and, eq, gte, type SQL, sql } from "drizzle-orm";
import { romeDay, romeMidnight } from "@/contract/deadline";
import type { READABLE } from "@/contract/staff/application";
import { appendAuditEntry, editionTarget, isAbout } from "../../audit-log/entries";
import type { Executor } from "../../db/connect";
import { submissions } from "../../db/schema/applications";
import { auditEntries } from "../../db/schema/audit-log";
import type { Edition } from "../../editions/edition";
import type { Caller } from "../../http/serve";
import type { StoredProject } from "../../project/stored-project";
import { actionContextFor } from "../action-context";

export type Application = { project: StoredProject; edition: Edition };

/** Returns whether staff can read the submissions of an application, or the reason why not. Rule: staff.reads-sent. */
export async function readableOf(
  db: Executor,
  project: StoredProject,
): Promise<(typeof READABLE)[number]> {
  const own = eq(submissions.projectId, project.id);
  if (project.erasedAt) return "erased";
  if ((await db.$count(submissions, own)) === 0) return "unsent";
  if (project.withdrawnAt) return "withdrawn";
  return (await db.$count(submissions, and(own, submissions.current))) > 0 ? "yes" : "deactivated";
}

/**
 * Records in the audit log that staff read the submissions of an application: one entry per reader, application, and
 * day in Rome. Rule: staff.reads-sent.
 */
export async function recordReading(
  { db, caller, arrivedAt }: { db: Executor; caller: Pick<Caller, "id">; arrivedAt: Date },
  { project, edition }: Application,
): Promise<void> {
  const target = { ...editionTarget(edition), user: project.userId };
  const today: SQL | undefined = and(
    eq(auditEntries.act, "application.read"),
    eq(auditEntries.actorId, caller.id),
    isAbout(target),
    gte(auditEntries.at, romeMidnight(romeDay(arrivedAt))),
  );
  const isRecorded = async (tx: Executor) => (await tx.$count(auditEntries, today)) > 0;
  // Playing a video causes many requests. Skip the transaction and its lock if the audit log already contains today's
  // entry.
  if (await isRecorded(db)) return;
  await db.transaction(async (tx) => {
    const name = `reading:${caller.id}:${project.id}`;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
    if (await isRecorded(tx)) return;
    await appendAuditEntry(tx, actionContextFor(caller, "", arrivedAt), {
      act: "application.read",
      target,
    });
  });
}
