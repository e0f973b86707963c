import { and, count, countDistinct, eq, gte, sql } from "drizzle-orm";
import { MINUTE } from "@/contract/durations";
import {
  MANY_REFUSED,
  MANY_REFUSED_FROM,
  MANY_REFUSED_MINUTES,
  type StaffAlert,
} from "@/contract/staff/notices";
import { MAIL_PATIENCE_MINUTES } from "@/contract/staff/today";
import type { Executor } from "../../db/connect";
import { dataRequests } from "../../db/schema/accounts";
import { projectEvents } from "../../db/schema/applications";
import { findCurrentEdition } from "../../editions/edition";
import { findShownRound } from "../../editions/rounds";
import { mailTrouble, outboxState } from "../../mail/outbox-state";
import { dueDay, isDueSoon } from "../../users/data-requests";
import { missingAnswers } from "../evaluators/jury-matching";

/** An event that causes an alert email to staff. `data` contains the values for the email, without personal data. */
export type AlertEvent = {
  kind: StaffAlert;
  subject: string;
  since: Date;
  data: Record<string, string>;
};

/**
 * Returns the current events that cause an alert to staff. Omits the event that the database is read-only, because such
 * a database cannot store the event.
 */
export async function currentEvents(db: Executor, now: Date): Promise<AlertEvent[]> {
  return [
    ...(await stoppedMail(db, now)),
    ...(await refusedUploads(db, now)),
    ...(await refusals(db, now)),
    ...(await requestsDue(db, now)),
  ];
}

/**
 * Returns an alert event if emails are stuck because no worker sends them or the mail server accepts none. Causes no
 * alert if staff have paused all emails or if only a few emails are stuck, because the page *Today* reports both
 * states.
 */
async function stoppedMail(db: Executor, now: Date): Promise<AlertEvent[]> {
  const state = await outboxState(db, MAIL_PATIENCE_MINUTES);
  const trouble = mailTrouble(state);
  if (state.paused || trouble === null || trouble === "some") return [];
  const since = state.stuckSince ?? now;
  return [{ kind: "mails_stuck", subject: "", since, data: { at: since.toISOString() } }];
}

async function refusedUploads(db: Executor, now: Date): Promise<AlertEvent[]> {
  const since = new Date(now.getTime() - MANY_REFUSED_MINUTES * MINUTE);
  const [found] = await db
    .select({ files: count(), from: countDistinct(projectEvents.projectId) })
    .from(projectEvents)
    .where(and(eq(projectEvents.type, "file_refused"), gte(projectEvents.at, since)));
  const { files = 0, from = 0 } = found ?? {};
  if (files < MANY_REFUSED || from < MANY_REFUSED_FROM) return [];
  const data = {
    files: String(files),
    applications: String(from),
    minutes: String(MANY_REFUSED_MINUTES),
  };
  return [{ kind: "uploads_refused", subject: "", since, data }];
}

/**
 * Returns one event for each declined invitation. The alert email contains neither the invited person's name nor the
 * reason, because both can be private.
 */
async function refusals(db: Executor, now: Date): Promise<AlertEvent[]> {
  const edition = await findCurrentEdition(db, now);
  if (!edition) return [];
  const { declined } = await missingAnswers(
    db,
    await findShownRound(db, edition, undefined, now),
    now,
  );
  return declined.map(({ id, answeredAt }) => ({
    kind: "invitation_declined",
    subject: `${id} ${answeredAt?.getTime() ?? 0}`,
    since: answeredAt ?? now,
    data: { at: (answeredAt ?? now).toISOString() },
  }));
}

async function requestsDue(db: Executor, now: Date): Promise<AlertEvent[]> {
  const rows = await db
    .select({ id: dataRequests.id, day: sql<string>`${dueDay}::text` })
    .from(dataRequests)
    .where(isDueSoon(now));
  return rows.map(({ id, day }) => ({
    kind: "request_due",
    subject: id,
    since: now,
    data: { due_on: day },
  }));
}
