import { and, eq, isNull, like, sql } from "drizzle-orm";
import { romeDay } from "@/contract/deadline";
import { DAY } from "@/contract/durations";
import { monthsLater, REQUEST_MONTHS } from "@/contract/staff/data-requests";
import type { BackendConfig } from "../../config";
import type { Database } from "../../db/connect";
import { dataRequests, users } from "../../db/schema/accounts";
import { submissions } from "../../db/schema/applications";
import { decisions, invitations } from "../../db/schema/evaluations";
import type { Edition } from "../../editions/edition";
import { daysAfter } from "./editions";
import { seedUser } from "./seed-accounts";

type Stage = { db: Database; config: BackendConfig; edition: Edition; now: Date };

/** SQL pattern of the email addresses that a demo scenario seeds. */
export const SCENARIO_MARK = "%@rehearsal.example";
/** Actor and reason that mark the selection decisions of a demo scenario. */
const WHY = "rehearsal";
const ago = (now: Date, days: number) => new Date(now.getTime() - days * DAY);

/**
 * Seeds work for staff: an evaluator's unanswered invitation, and two data-protection requests (one due in three days,
 * one overdue).
 */
export async function seedWaitingWork({ db, config, edition, now }: Stage): Promise<void> {
  const email = SCENARIO_MARK.replace("%", "bruna.sorani");
  const evaluator = { email, firstName: "Bruna", lastName: "Sorani" };
  const userId = await seedUser({ db, config, now: ago(now, 20) }, evaluator);
  await db
    .insert(invitations)
    .values({ editionId: edition.id, userId, invitedAt: ago(now, 10), capacity: 12 });
  // Returns the arrival day of a data request that is due in the given number of days. A negative number means that the
  // request is overdue.
  const cameFor = (days: number) => monthsLater(daysAfter(romeDay(now), days), -REQUEST_MONTHS);
  const asked = { kind: "access", note: "Chiede che cosa sappiamo di lei." } as const;
  await db.insert(dataRequests).values([
    { ...asked, email: SCENARIO_MARK.replace("%", "lea.torri"), receivedOn: cameFor(3) },
    { ...asked, userId, kind: "rectification", receivedOn: cameFor(-2) },
  ]);
}

/** Seeds a selection decision that staff have not released. */
export async function seedDecision({ db, edition, now }: Stage): Promise<void> {
  const free = sql`not exists (select 1 from ${decisions} where ${decisions.projectId} = ${submissions.projectId}
    and ${decisions.stage} = 'pre_selected' and ${decisions.undoneAt} is null)`;
  const [sent] = await db
    .select({ project: submissions.projectId })
    .from(submissions)
    .where(and(eq(submissions.editionId, edition.id), submissions.current, free))
    .orderBy(submissions.number)
    .limit(1);
  if (!sent) return;
  await db.insert(decisions).values({
    ...{ editionId: edition.id, projectId: sent.project, stage: "pre_selected" },
    ...{ outcome: "selected", decidedAt: now, actor: WHY, reason: WHY },
  });
}

/**
 * Deletes the invitation, the data requests, and the selection decisions that a scenario seeded. Decisions that staff
 * have released stay.
 */
export async function clearWaitingWork(db: Database): Promise<void> {
  await db
    .delete(decisions)
    .where(and(eq(decisions.reason, WHY), eq(decisions.actor, WHY), isNull(decisions.releaseId)));
  await db.delete(dataRequests).where(like(dataRequests.email, SCENARIO_MARK));
  const seeded = db.select({ id: users.id }).from(users).where(like(users.email, SCENARIO_MARK));
  await db.delete(invitations).where(sql`${invitations.userId} in ${seeded}`);
}
