import { and, desc, eq, gte, isNull, like, ne, not, or, type SQL, sql } from "drizzle-orm";
import type { ActivityEntry } from "@/contract/staff/application";
import { isAbout } from "../../audit-log/entries";
import { readAuditEntries } from "../../audit-log/read-entries";
import type { BackendConfig } from "../../config";
import type { Executor } from "../../db/connect";
import { auditEntries } from "../../db/schema/audit-log";
import { outbox } from "../../db/schema/mail";
import { subjectOf } from "../../mail/administer";
import { resendLimits } from "../../mail/send-again";
import type { StoredProject } from "../../project/stored-project";
import { type EventType, recordedEvents } from "../../project/timeline";
import { mailState } from "../mails/mail-filter";

const FILE_EVENTS: readonly EventType[] = ["file_uploaded", "file_refused", "file_deleted"];
/** Event types that the activity list omits, because the audit log has a more detailed entry. */
const SHOWN_BY_AUDIT_LOG: readonly EventType[] = ["extended", "seen"];

/** Returns the activity of an application, newest first: the applicant's events, files, staff actions, and emails. */
export async function activityOf(
  db: Executor,
  config: BackendConfig,
  project: StoredProject,
  now: Date,
): Promise<ActivityEntry[]> {
  const all = await Promise.all([
    eventsOf(db, project),
    auditEntriesAbout(db, project),
    mailsAbout(db, config, project, now),
  ]);
  return all.flat().toSorted((one, other) => other.at.localeCompare(one.at));
}

async function eventsOf(db: Executor, project: StoredProject): Promise<ActivityEntry[]> {
  const events = await recordedEvents(db, project);
  return events
    .filter(({ type }) => !SHOWN_BY_AUDIT_LOG.includes(type))
    .map(({ at, type, data }) => ({
      kind: "event",
      lane: FILE_EVENTS.includes(type) ? "file" : "person",
      at: at.toISOString(),
      type,
      facts: data,
    }));
}

/**
 * Returns audit entries about the applicant. Omits entries about the selection, about reading applications, and about
 * other editions.
 */
async function auditEntriesAbout(
  db: Executor,
  { userId, editionId }: StoredProject,
): Promise<ActivityEntry[]> {
  const ofThis = sql`coalesce(${auditEntries.target} ->> 'edition', ${editionId}) = ${editionId}`;
  const mine = and(
    isAbout({ user: userId }),
    ofThis,
    not(like(auditEntries.act, "funnel.%")),
    ne(auditEntries.act, "application.read"),
  );
  const lines = await readAuditEntries(db, mine);
  return lines.map(({ at, act, actor, by, owner, reason, number }) => ({
    kind: "act",
    lane: "staff",
    at: at.toISOString(),
    act,
    who: actor ?? by,
    reason: owner ?? reason,
    line: number,
  }));
}

/**
 * Returns the emails about the application, and the emails about the applicant's account since the application
 * began.
 */
async function mailsAbout(
  db: Executor,
  config: BackendConfig,
  { id, userId, createdAt }: StoredProject,
  now: Date,
): Promise<ActivityEntry[]> {
  const theirs = and(
    eq(outbox.userId, userId),
    isNull(outbox.projectId),
    gte(outbox.createdAt, createdAt),
  );
  return describeMails(db, or(eq(outbox.projectId, id), theirs), { config, now });
}

/** Returns the emails that match a condition with their delivery state, newest first. */
export async function describeMails(
  db: Executor,
  where: SQL | undefined,
  { config, now, most }: { config: BackendConfig; now: Date; most?: number },
) {
  const rows = db
    .select({ mail: outbox, state: mailState })
    .from(outbox)
    .where(where)
    .orderBy(desc(outbox.createdAt))
    .$dynamic();
  const found = await (most ? rows.limit(most) : rows);
  const mails = found.map(({ mail }) => mail);
  const { blockers } = await resendLimits(db, mails, now);
  return found.map(({ mail, state }) => ({
    kind: "mail" as const,
    lane: "mail" as const,
    at: mail.createdAt.toISOString(),
    left: (mail.sentAt ?? mail.failedAt)?.toISOString() ?? null,
    id: mail.id,
    subject: subjectOf(mail, config, mail.sentAt ?? now) ?? mail.template,
    state,
    attempts: mail.attempts,
    says: state === "expired" ? null : (mail.says ?? mail.lastError),
    resend_blocker: blockers.get(mail.id) ?? null,
  }));
}
