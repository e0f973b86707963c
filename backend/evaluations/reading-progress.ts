import { and, eq, type SQL, sql } from "drizzle-orm";
import { DAY } from "@/contract/durations";
import { COVERAGE_FROM } from "@/contract/evaluation/reading-kinds";
import { READINGS_DAYS } from "@/contract/staff/today";
import type { Executor } from "../db/connect";
import { hasRole, IN_CONFIRMED_JURY, IN_JURY, users } from "../db/schema/accounts";
import { submissions } from "../db/schema/applications";
import { evaluationRecords, evaluations } from "../db/schema/evaluations";
import { type Edition, lastDeadline } from "../editions/edition";
import { rankingAccess } from "./close/ranking-access";
import { conflictsAmong, notAmong, rowsOf } from "./conflicts-of-interest";
import {
  agreedCapacities,
  agreedReadings,
  allReadings,
  findAssignment,
  readingsWanted,
} from "./scope";

/** Reading progress of one evaluator: counts, never scores. */
export type ReadingProgress = { id: string; total: number; left: number; closed: boolean };

const DONE = sql`(${evaluations.recusal} is not null or num_nonnulls(${evaluations.impact}, ${evaluations.utility},
  ${evaluations.feasibility}, ${evaluations.scalability}, ${evaluations.innovation}) = 5)`;

/** Returns the reading progress of all evaluators in one query, with the numbers of `countWork`. */
export async function readingProgress(db: Executor, edition: Edition): Promise<ReadingProgress[]> {
  const own = (await findAssignment(db, edition.id)) && (await countOwn(db, edition.id));
  const [total, ties] = [
    await db.$count(submissions, and(eq(submissions.editionId, edition.id), submissions.current)),
    await conflictsAmong(db, edition.id, IN_CONFIRMED_JURY),
  ];
  const excluded = Map.groupBy(ties, ({ evaluator }) => evaluator);
  const done = await db
    .select({
      id: evaluations.evaluatorId,
      // A filter in the select list. As a `where` condition, the planner would expect few rows and look up each
      // project.
      read: sql<number>`count(*) filter (where ${DONE} and ${notAmong(ties)})`.mapWith(Number),
      recused:
        sql<number>`count(*) filter (where ${evaluations.recusal} is not null and ${notAmong(ties)})`.mapWith(
          Number,
        ),
    })
    .from(evaluations)
    .innerJoin(
      submissions,
      and(eq(submissions.projectId, evaluations.projectId), submissions.current),
    )
    .where(eq(evaluations.editionId, edition.id))
    .groupBy(evaluations.evaluatorId);
  const readBy = new Map(done.map(({ id, read }) => [id, read]));
  const declared = new Map(done.map(({ id, recused }) => [id, recused]));
  const capacities = await agreedCapacities(db, edition.id);
  const people = await db
    .select({
      id: users.id,
      closed: sql<boolean>`exists (select 1 from ${evaluationRecords}
        where ${evaluationRecords.evaluatorId} = users.id
          and ${evaluationRecords.editionId} = ${edition.id} and ${evaluationRecords.reopenedAt} is null)`,
    })
    .from(users)
    .where(IN_CONFIRMED_JURY);
  return people.map(({ id, closed }) => {
    if (own) return { id, closed, ...(own.get(id) ?? { total: 0, left: 0 }) };
    const out = excluded.get(id)?.length ?? 0;
    const read = readBy.get(id) ?? 0;
    // Every recusal counts as read in `done`, also one that the evaluator declared.
    const recused = out + (declared.get(id) ?? 0);
    const agreed = agreedReadings({ total, recused }, capacities.get(id) ?? null);
    return { id, total: agreed, closed, left: Math.max(0, agreed - out - read) };
  });
}

/**
 * Counts the assigned and the remaining readings per evaluator of the plan. Projects with a conflict of
 * interest do not count as remaining.
 */
async function countOwn(db: Executor, editionId: string) {
  const ties = await conflictsAmong(db, editionId, hasRole("evaluator"));
  const { rows } = await db.execute<Pick<ReadingProgress, "id" | "total" | "left">>(sql`
    select own.evaluator_id as id, count(*)::int as total,
      (count(*) filter (where not coalesce(${DONE}, false)
        and (own.evaluator_id, own.project_id) not in (select * from ${rowsOf(ties)})))::int as left
    from (${allReadings(editionId)}) as own
    join ${submissions} on ${submissions.projectId} = own.project_id and ${submissions.current}
    left join ${evaluations} on ${evaluations.projectId} = own.project_id
      and ${evaluations.evaluatorId} = own.evaluator_id
    group by own.evaluator_id`);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Returns the time of the evaluation. Without an opening date, it begins when applications close. Returns null
 * if the evaluation has no end.
 */
export function evaluationSpan({ evaluationOpensAt, evaluationClosesAt, closesAt }: Edition) {
  return evaluationClosesAt && { from: evaluationOpensAt ?? closesAt, until: evaluationClosesAt };
}

/** Returns the elapsed share of the evaluation's time, from 0 to 1, or null if the evaluation has no end. */
export function timeOver(edition: Edition, now: Date): number | null {
  const span = evaluationSpan(edition);
  if (!span || span.until <= span.from) return null;
  const share =
    (now.getTime() - span.from.getTime()) / (span.until.getTime() - span.from.getTime());
  return Math.min(1, Math.max(0, share));
}

/**
 * Returns a function that calculates the number of readings expected by now. An evaluator with fewer readings
 * is late. Returns null if no evaluator can be late: before the last applicant's deadline, the number of
 * projects is unknown. Rule: staff.pace.
 */
export async function expectedReadings(db: Executor, edition: Edition, now: Date) {
  const share = timeOver(edition, now);
  if (share === null || now < (await lastDeadline(db, edition))) return null;
  return (total: number) => Math.floor(share * total);
}

/** Returns the evaluators who are behind the schedule, with their number of remaining readings. */
export async function evaluatorsBehind(
  db: Executor,
  edition: Edition,
  progress: readonly ReadingProgress[],
  now: Date,
) {
  const expected = await expectedReadings(db, edition, now);
  if (expected === null) return [];
  return progress.filter(({ closed, left, total }) => !closed && total - left < expected(total));
}

/**
 * Returns a query for the current submissions of an edition that have fewer readings than wanted (rule
 * staff.readings), with `project_id`, `missing`, and `available`. A reading counts if it has all scores and the
 * evaluator is active and has no conflict of interest. `available` is the number of readings that the evaluators who
 * have not closed can still add: without a plan one each, with a plan the readings of the plan.
 */
async function lackingReadings(db: Executor, editionId: string, wanted: number): Promise<SQL> {
  const ties = await conflictsAmong(db, editionId, IN_JURY);
  const tied = sql`(select * from ${rowsOf(ties)})`;
  const open = openJury(editionId);
  const available = (await findAssignment(db, editionId))
    ? sql`select own.project_id, count(*)::int as available from (${allReadings(editionId)}) as own
        left join ${evaluations} on ${evaluations.projectId} = own.project_id
          and ${evaluations.evaluatorId} = own.evaluator_id
        where own.evaluator_id in (${open}) and not coalesce(${DONE}, false)
          and (own.evaluator_id, own.project_id) not in ${tied}
        group by 1`
    : sql`select sent.project_id, (select count(*) from (${open}) as jury)::int
          - coalesce(spent.count, 0) - coalesce(excluded.count, 0) as available
        from ${submissions} as sent
        left join (select ${evaluations.projectId} as project_id, count(*)::int as count from ${evaluations}
          where ${evaluations.editionId} = ${editionId} and ${DONE} and ${notAmong(ties)}
            and ${evaluations.evaluatorId} in (${open}) group by 1) as spent using (project_id)
        left join (select tie.project_id, count(*)::int as count
          from ${rowsOf(ties)} as tie(evaluator_id, project_id)
          where tie.evaluator_id in (${open}) group by 1) as excluded using (project_id)
        where sent.edition_id = ${editionId} and sent.current`;
  // The query counts with filters. As `where` conditions, the planner would expect almost no rows.
  return sql`select ${submissions.projectId} as project_id, ${wanted} - coalesce(given.read, 0) as missing,
      coalesce(free.available, 0) as available
    from ${submissions}
    left join (select ${evaluations.projectId} as project_id, (count(*) filter (where ${DONE}
        and ${evaluations.recusal} is null and ${notAmong(ties)}
        and ${evaluations.evaluatorId} in (select ${users.id} from ${users} where ${IN_JURY})))::int as read
      from ${evaluations} where ${evaluations.editionId} = ${editionId} group by 1) as given using (project_id)
    left join (${available}) as free using (project_id)
    where ${submissions.editionId} = ${editionId} and ${submissions.current}
      and coalesce(given.read, 0) < ${wanted}`;
}

/** Query for the evaluators of an edition who have not closed. */
const openJury = (editionId: string) =>
  sql`select ${users.id} from ${users} where ${IN_CONFIRMED_JURY} and ${users.id} not in (
    select ${evaluationRecords.evaluatorId} from ${evaluationRecords}
    where ${evaluationRecords.editionId} = ${editionId} and ${evaluationRecords.reopenedAt} is null)`;

/** Condition over `submissions`: the project has fewer readings than wanted (rule staff.readings). */
export async function fewReadings(db: Executor, editionId: string): Promise<SQL> {
  const lacking = await lackingReadings(db, editionId, await readingsWanted(db, editionId));
  return sql`(${submissions.editionId} = ${editionId} and ${submissions.current} and ${submissions.projectId} in (
    select project_id from (${lacking}) as lacking))`;
}

/**
 * Returns a query for the number of readings per sent project of an edition, with `project_id` and `number`. Returns
 * null while fewer than `COVERAGE_FROM` evaluators have begun, unless the ranking is open. Rule: staff.blind.
 */
export async function visibleReadings(db: Executor, editionId: string): Promise<SQL | null> {
  // Stops at the first evaluators, each by the index.
  const { rows } = await db.execute<{ active: number }>(sql`
    select count(*)::int as active from (
      select 1 from ${users} where ${IN_JURY} and exists (select from ${evaluations}
        where ${evaluations.evaluatorId} = ${users.id} and ${evaluations.editionId} = ${editionId}
          and num_nonnulls(impact, utility, feasibility, scalability, innovation) > 0)
      limit ${COVERAGE_FROM}) as begun`);
  const active = rows[0]?.active ?? 0;
  if (active < COVERAGE_FROM && !(await rankingAccess(db, editionId)).isOpen) return null;
  const ties = await conflictsAmong(db, editionId, IN_JURY);
  return sql`select sent.project_id, coalesce(given.number, 0) as number from ${submissions} as sent
    left join (select ${evaluations.projectId}, (count(*) filter (where ${DONE} and ${evaluations.recusal} is null
        and ${evaluations.evaluatorId} in (select ${users.id} from ${users} where ${IN_JURY}) and ${notAmong(ties)}))::int as number
      from ${evaluations} where ${evaluations.editionId} = ${editionId} group by 1) as given using (project_id)
    where sent.edition_id = ${editionId} and sent.current`;
}

/**
 * Returns the number of projects with few readings, the number of missing readings, the most that the jury can still
 * give, and whether the state is normal (rule staff.readings). It is normal while evaluators read, can give all
 * missing readings, and the last days have not begun. Before the evaluation begins, an empty jury is normal too.
 * `until` is the start of the last days, or null if the evaluation has no end. Once the winners are known, the check
 * is off.
 */
export async function fewReadingsNow(
  db: Executor,
  edition: Edition,
  progress: readonly ReadingProgress[],
  now: Date,
) {
  const wanted = await readingsWanted(db, edition.id);
  const lacking = await lackingReadings(db, edition.id, wanted);
  const { rows } = await db.execute<{ count: number; missing: number; possible: number }>(sql`
    select count(*)::int as count, coalesce(sum(missing), 0)::int as missing,
      coalesce(sum(least(missing, available)), 0)::int as possible
    from (${lacking}) as lacking`);
  const { count = 0, missing = 0, possible = 0 } = rows[0] ?? {};
  const { evaluationClosesAt: end, awardedAt } = edition;
  const until = end && new Date(end.getTime() - READINGS_DAYS * DAY);
  const isOver = awardedAt !== null && awardedAt <= now;
  const isForming = progress.length === 0 && now < (edition.evaluationOpensAt ?? edition.closesAt);
  // After closing, an evaluator reads no more projects, so too few readings are possible, regardless of the schedule.
  const isNormal = (isForming || possible >= missing) && (until === null || now < until);
  const state: "over" | "normal" | "due" = isOver ? "over" : isNormal ? "normal" : "due";
  return { count, wanted, missing, possible, state, until };
}
