import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { DAY } from "@/contract/spans";
import { READINGS_DAYS } from "@/contract/staff/today";
import type { Executor } from "../db/connect";
import { hasRole, users } from "../db/schema/accounts";
import { submissions } from "../db/schema/applications";
import { evaluationRecords, evaluations } from "../db/schema/evaluations";
import { type Edition, lastDeadline } from "../editions/edition";
import { conflictsAmong } from "./conflicts";

/** How far somebody has got with an edition's projects: how many, and never what they gave. */
export type Pace = { id: string; total: number; left: number; closed: boolean };

const DONE = sql`(${evaluations.recusal} is not null or num_nonnulls(${evaluations.impact}, ${evaluations.utility},
  ${evaluations.feasibility}, ${evaluations.scalability}, ${evaluations.innovation}) = 5)`;

/** Everybody who evaluates, at once: what `countWork` says of one. */
export async function paceOf(db: Executor, edition: Edition): Promise<Pace[]> {
  const alive = and(
    hasRole("evaluator"),
    isNull(users.deactivatedAt),
    isNotNull(users.emailConfirmedAt),
  );
  const sent = and(eq(submissions.editionId, edition.id), submissions.current);
  const [total, ties] = [
    await db.$count(submissions, sent),
    await conflictsAmong(db, edition.id, alive),
  ];
  const excluded = Map.groupBy(ties, ({ evaluator }) => evaluator);
  const done = await db
    .select({
      id: evaluations.evaluatorId,
      projects: sql<string[]>`array_agg(${evaluations.projectId})`,
    })
    .from(evaluations)
    .innerJoin(submissions, and(eq(submissions.projectId, evaluations.projectId), sent))
    .where(and(eq(evaluations.editionId, edition.id), DONE))
    .groupBy(evaluations.evaluatorId);
  const doneBy = new Map(done.map(({ id, projects }) => [id, projects]));
  const people = await db
    .select({
      id: users.id,
      closed: sql<boolean>`exists (select 1 from ${evaluationRecords}
        where ${evaluationRecords.evaluatorId} = users.id
          and ${evaluationRecords.editionId} = ${edition.id} and ${evaluationRecords.reopenedAt} is null)`,
    })
    .from(users)
    .where(alive);
  return people.map(({ id, closed }) => {
    const out = new Set((excluded.get(id) ?? []).map(({ project }) => project));
    const read = (doneBy.get(id) ?? []).filter((project) => !out.has(project)).length;
    return { id, total, closed, left: total - out.size - read };
  });
}

/**
 * Who is behind the calendar: reading an equal share each day, from the last applicant's deadline to the evaluation's end, they would
 * have done more. Before that nobody knows of how many.
 */
export async function lateOf(db: Executor, edition: Edition, pace: readonly Pace[], now: Date) {
  const end = edition.evaluationClosesAt;
  if (!end) return [];
  const from = await lastDeadline(db, edition);
  const share = (now.getTime() - from.getTime()) / (end.getTime() - from.getTime());
  if (share <= 0 || from >= end) return [];
  return pace.filter(
    ({ closed, left, total }) => !closed && total - left < Math.floor(total * Math.min(1, share)),
  );
}

/**
 * Projects with fewer readings than each should have (rule staff.readings), in the last days of the evaluation and until the
 * winners are known; before, few readings are only a beginning.
 */
export async function countFewReadings(
  db: Executor,
  edition: Edition,
  readings: number,
  now: Date,
): Promise<number> {
  const { evaluationClosesAt: end, awardedAt } = edition;
  if (!end || now.getTime() < end.getTime() - READINGS_DAYS * DAY) return 0;
  if (awardedAt && awardedAt <= now) return 0;
  const read = sql`(select count(*) from ${evaluations}
    where ${evaluations.projectId} = submissions.project_id and ${DONE} and ${evaluations.recusal} is null)`;
  return db.$count(
    submissions,
    and(eq(submissions.editionId, edition.id), submissions.current, sql`${read} < ${readings}`),
  );
}
