import { eq, sql } from "drizzle-orm";
import type { Ahead } from "@/contract/staff/today";
import { momentsFrom } from "../../clock/moments";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { projects } from "../../db/schema/applications";
import type { Edition } from "../../editions/edition";
import type { Pace } from "../../evaluations/pace";
import { EVALUATOR_MOMENTS } from "../../evaluations/reminders";
import { isComplete } from "../../project/complete";
import { BEGIN_MOMENTS, countToBegin } from "../../project/reminders/begin-reminders";
import { APPLICANT_MOMENTS, mayBeReminded } from "../../project/reminders/reminders";

/**
 * What happens by itself from an instant on if nobody does anything, in order: the edition's own dates, and the
 * reminders with how many they are. Who they are: `plannedReminders`, of which a test says that it is the same.
 */
export async function aheadOf(
  db: Executor,
  edition: Edition,
  pace: readonly Pace[],
  now: Date,
): Promise<Ahead[]> {
  const date = (kind: Ahead["kind"], at: Date | null): Ahead[] =>
    at ? [{ kind, at: at.toISOString(), mails: 0, hours: null, to: null }] : [];
  const reading = pace.filter(({ closed, left }) => !closed && left > 0).length;
  const { evaluationClosesAt } = edition;
  const all = [
    ...date("opens", edition.opensAt),
    ...date("closes", edition.closesAt),
    ...date("evaluation_opens", edition.evaluationOpensAt),
    ...date("evaluation_closes", evaluationClosesAt),
    ...date("awarded", edition.awardedAt),
    ...(await toApplicants(db, edition, now)),
    ...(await toBegin(db, edition, now)),
    ...(evaluationClosesAt ? momentsFrom(now, evaluationClosesAt, EVALUATOR_MOMENTS) : []).map(
      ({ at, hours }): Ahead => ({
        ...{ kind: "evaluator_reminder", at: at.toISOString(), mails: reading, hours, to: null },
      }),
    ),
  ];
  return all
    .filter(
      ({ at, kind, mails }) => new Date(at) > now && (mails > 0 || !kind.includes("reminder")),
    )
    .toSorted((a, b) => a.at.localeCompare(b.at));
}

/** By deadline, because some have one of their own. Whoever is there now knows of every moment to come. */
async function toApplicants(db: Executor, edition: Edition, now: Date): Promise<Ahead[]> {
  const countIf = (which: ReturnType<typeof sql>) =>
    sql<number>`count(*) filter (where ${which})`.mapWith(Number);
  const deadline = sql`greatest(${edition.closesAt.toISOString()}::timestamptz, ${projects.extendedUntil})`;
  const rows = await db
    .select({
      deadline: deadline.mapWith(projects.createdAt),
      changed: countIf(sql`${projects.sentVersion} is not null`),
      complete: countIf(sql`${projects.sentVersion} is null and ${isComplete}`),
      all: sql<number>`count(*)`.mapWith(Number),
    })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.userId))
    .where(mayBeReminded(edition))
    .groupBy(sql`1`);
  return rows.flatMap(({ deadline, changed, complete, all }) =>
    momentsFrom(now, deadline, APPLICANT_MOMENTS).map(
      ({ at, hours }): Ahead => ({
        ...{ kind: "reminder", at: at.toISOString(), mails: all, hours },
        to: { changed, complete, incomplete: all - changed - complete },
      }),
    ),
  );
}

async function toBegin(db: Executor, edition: Edition, now: Date): Promise<Ahead[]> {
  const mails = await countToBegin(db, edition, now);
  return momentsFrom(now, edition.closesAt, BEGIN_MOMENTS).map(
    ({ at, hours }): Ahead => ({
      ...{ kind: "begin_reminder", at: at.toISOString(), mails, hours, to: null },
    }),
  );
}
