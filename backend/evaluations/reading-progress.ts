import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { DAY } from "@/contract/durations";
import { COVERAGE_FROM } from "@/contract/evaluation/reading-kinds";
import { READINGS_DAYS } from "@/contract/staff/today";
import type { Executor } from "../db/connect";
import { users } from "../db/schema/accounts";
import { submissions } from "../db/schema/applications";
import { evaluationRecords, evaluations } from "../db/schema/evaluations";
import { lastDeadline } from "../editions/edition";
import { hasOpened, isRunning, type Round, type RoundKey } from "../editions/rounds";
import { rankingAccess } from "./close/ranking-access";
import { conflictsIn, isNotAmong, notAmong, rowsOf } from "./conflicts-of-interest";
import {
  closedIn,
  confirmedJuryOf,
  countedEvaluators,
  evaluatorsOf,
  givenIn,
  juryOf,
  readIn,
} from "./round";
import {
  agreedCapacities,
  allReadings,
  DONE,
  findAssignment,
  owedReadings,
  readingsWanted,
} from "./scope";

/**
 * Progress of one evaluator: the number of projects to score, and the number that remain. Recusals do not count.
 * Contains no scores.
 */
export type ReadingProgress = { id: string; total: number; left: number; closed: boolean };

/** Conflicts of interest of a jury, read once for several functions. */
type Conflicts = Awaited<ReturnType<typeof conflictsIn>>;

/**
 * Returns the progress of all evaluators in one query, with the same counts as `countWork`.
 *
 * @param known the jury's conflicts of interest, if the caller has already read them
 */
export async function readingProgress(
  db: Executor,
  round: RoundKey,
  known?: Conflicts,
): Promise<ReadingProgress[]> {
  const progressOf = (await findAssignment(db, round))
    ? await plannedProgress(db, round)
    : await unplannedProgress(db, round, known);
  const people = await db
    .select({
      id: users.id,
      closed: sql<boolean>`exists (select 1 from ${evaluationRecords}
        where ${evaluationRecords.evaluatorId} = users.id and ${closedIn(round)})`,
    })
    .from(users)
    .where(confirmedJuryOf(round));
  return people.map(({ id, closed }) => ({ id, closed, ...progressOf(id) }));
}

type Progress = Pick<ReadingProgress, "total" | "left">;

/** Returns a function that returns the progress of an evaluator who evaluates all projects. */
async function unplannedProgress(db: Executor, round: RoundKey, known: Conflicts | undefined) {
  const [total, ties] = [
    await db.$count(submissions, readIn(round)),
    known ?? (await conflictsIn(db, round, confirmedJuryOf(round))),
  ];
  const excluded = Map.groupBy(ties, ({ evaluator }) => evaluator);
  const done = await db
    .select({
      id: evaluations.evaluatorId,
      // The query filters in its select list instead of in a `where` condition. With `where`, PostgreSQL's planner
      // would expect few rows and look up each project separately.
      done: sql<number>`count(*) filter (where ${DONE} and ${notAmong(ties)})`.mapWith(Number),
      recused:
        sql<number>`count(*) filter (where ${evaluations.recusal} is not null and ${notAmong(ties)})`.mapWith(
          Number,
        ),
    })
    .from(evaluations)
    .innerJoin(submissions, and(eq(submissions.projectId, evaluations.projectId), readIn(round)))
    .where(givenIn(round))
    .groupBy(evaluations.evaluatorId);
  const doneBy = new Map(done.map((row) => [row.id, row]));
  const capacities = await agreedCapacities(db, round);
  return (id: string): Progress => {
    const given = doneBy.get(id) ?? { done: 0, recused: 0 };
    const recused = (excluded.get(id)?.length ?? 0) + given.recused;
    const owed = owedReadings({ total, recused }, capacities.get(id) ?? null);
    return { total: owed, left: Math.max(0, owed - (given.done - given.recused)) };
  };
}

/**
 * Returns a function that returns the progress of an evaluator with the assignments of the reading plan, without
 * recusals and conflicts of interest.
 */
async function plannedProgress(db: Executor, round: RoundKey) {
  const ties = await conflictsIn(db, round, evaluatorsOf(round));
  const hasNoConflict = isNotAmong(ties, sql`pair.evaluator_id`, sql`pair.project_id`);
  const { rows } = await db.execute<Progress & { id: string }>(sql`
    select pair.evaluator_id as id,
      (count(*) filter (where not pair.recused and ${hasNoConflict}))::int as total,
      (count(*) filter (where not pair.done and ${hasNoConflict}))::int as left
    from (${allReadings(round)}) as pair
    join ${submissions} on ${submissions.projectId} = pair.project_id and ${readIn(round)}
    group by pair.evaluator_id`);
  const byId = new Map(rows.map(({ id, total, left }) => [id, { total, left }]));
  return (id: string): Progress => byId.get(id) ?? { total: 0, left: 0 };
}

/**
 * Returns the start and end of an evaluation round. If the round has no opening date, it starts when applications
 * close. Returns null if the round has no end.
 */
export function evaluationSpan({ edition, opensAt, closesAt }: Round) {
  return closesAt && { from: opensAt ?? edition.closesAt, until: closesAt };
}

/**
 * Returns the elapsed share of an evaluation round's time, from 0 to 1, or null if the round has no end.
 */
export function timeOver(round: Round, now: Date): number | null {
  const span = evaluationSpan(round);
  if (!span || span.until <= span.from) return null;
  const share =
    (now.getTime() - span.from.getTime()) / (span.until.getTime() - span.from.getTime());
  return Math.min(1, Math.max(0, share));
}

/**
 * Returns a function from an evaluator's total number of projects to the number that the evaluator is expected to have
 * scored by now. An evaluator with fewer scored projects is late. Returns null if the round has no end. Also returns
 * null before the latest deadline of any applicant, because the number of projects is unknown. Rule: staff.pace.
 */
export async function expectedReadings(db: Executor, round: Round, now: Date) {
  const share = timeOver(round, now);
  if (share === null || now < (await lastDeadline(db, round.edition))) return null;
  return (total: number) => Math.floor(share * total);
}

/** Returns the evaluators who are behind schedule, with their number of unscored projects. */
export async function evaluatorsBehind(
  db: Executor,
  round: Round,
  progress: readonly ReadingProgress[],
  now: Date,
) {
  const expected = await expectedReadings(db, round, now);
  if (expected === null) return [];
  return progress.filter(({ closed, left, total }) => !closed && total - left < expected(total));
}

/**
 * Returns a query that counts complete evaluations for each project of a round (rule staff.readings), with columns
 * `project_id`, `read`, `missing`, and `available`. An evaluation counts if its evaluator has no conflict of interest,
 * and is active or closed the evaluation before leaving. `available` counts the evaluations that can still be added by
 * evaluators who have not closed their evaluation. A reading plan limits this count to the assigned evaluators.
 */
async function readingsBySubmission(
  db: Executor,
  round: RoundKey,
  wanted: number,
  known?: Conflicts,
): Promise<SQL> {
  const ties = known ?? (await conflictsIn(db, round, juryOf(round)));
  const open = openJury(round);
  const hasNoConflict = isNotAmong(ties, sql`pair.evaluator_id`, sql`pair.project_id`);
  const isPlanned = (await findAssignment(db, round)) !== null;
  const pairs = isPlanned
    ? allReadings(round)
    : sql`select project_id, evaluator_id, ${evaluations.recusal} is not null as recused, ${DONE} as done
        from ${evaluations} where ${givenIn(round)}`;
  const available = isPlanned
    ? sql`coalesce(counts.remaining, 0)`
    : sql`(select count(*) from (${open}) as jury)::int - coalesce(counts.finished, 0) - coalesce(excluded.count, 0)`;
  // Without a plan, the query uses `finished`; with a plan, `remaining`.
  // The query counts with `filter` clauses. With `where` conditions instead, the planner would expect almost no rows
  // and choose a slow plan.
  return sql`
    with counts as (
      select pair.project_id,
        (count(*) filter (where pair.done and not pair.recused and ${hasNoConflict}
          and pair.evaluator_id in ${countedEvaluators(round)}))::int as read,
        (count(*) filter (where pair.done and ${hasNoConflict} and pair.evaluator_id in (${open})))::int as finished,
        (count(*) filter (where not pair.done and ${hasNoConflict} and pair.evaluator_id in (${open})))::int as remaining
      from (${pairs}) as pair group by 1
    )
    select ${submissions.projectId} as project_id, coalesce(counts.read, 0) as read,
      greatest(${wanted} - coalesce(counts.read, 0), 0) as missing, ${available} as available
    from ${submissions}
    left join counts using (project_id)
    left join (select tie.project_id, count(*)::int as count
      from ${rowsOf(ties)} as tie(evaluator_id, project_id)
      where tie.evaluator_id in (${open}) group by 1) as excluded using (project_id)
    where ${readIn(round)}`;
}

/** SQL query for the evaluators of a round who have not closed their evaluation. */
const openJury = (round: RoundKey) =>
  sql`select ${users.id} from ${users} where ${confirmedJuryOf(round)} and ${users.id} not in (
    select ${evaluationRecords.evaluatorId} from ${evaluationRecords} where ${closedIn(round)})`;

/** SQL condition over `submissions`: the project has fewer complete evaluations than wanted (rule staff.readings). */
export async function fewReadings(db: Executor, round: RoundKey): Promise<SQL> {
  const all = await readingsBySubmission(db, round, await readingsWanted(db, round));
  return sql`(${readIn(round)} and ${submissions.projectId} in (
    select project_id from (${all}) as reading where missing > 0))`;
}

/**
 * Counts the projects of a round that have too few closed evaluations. Open evaluations do not count in the ranking.
 */
export async function projectsBelow(db: Executor, round: RoundKey): Promise<number> {
  const wanted = await readingsWanted(db, round);
  const { rows } = await db.execute<{ number: number }>(sql`
    select count(*)::int as number from ${submissions}
    left join (select ${evaluations.projectId} as project_id, count(*) as read from ${evaluations}
      where ${givenIn(round)} and ${DONE} and ${evaluations.recusal} is null and ${evaluations.evaluatorId} in (
        select ${evaluationRecords.evaluatorId} from ${evaluationRecords} where ${closedIn(round)})
      group by 1) as given using (project_id)
    where ${readIn(round)} and coalesce(given.read, 0) < ${wanted}`);
  return rows[0]?.number ?? 0;
}

/**
 * Reports whether staff can see the number of evaluations of each project: after `COVERAGE_FROM` evaluators have begun,
 * or when the ranking is open. Rule: staff.blind.
 */
export async function canSeeReadings(db: Executor, round: RoundKey): Promise<boolean> {
  // Stop counting as soon as enough evaluators are found.
  const { rows } = await db.execute<{ active: number }>(sql`
    select count(*)::int as active from (
      select 1 from ${users} where ${juryOf(round)} and exists (select from ${evaluations}
        where ${evaluations.evaluatorId} = ${users.id} and ${givenIn(round)}
          and num_nonnulls(impact, utility, feasibility, scalability, innovation) > 0)
      limit ${COVERAGE_FROM}) as begun`);
  return (rows[0]?.active ?? 0) >= COVERAGE_FROM || (await rankingAccess(db, round)).isOpen;
}

/**
 * Returns a query for the number of evaluations per project of a round, with columns `project_id` and `number`. Returns
 * null while staff cannot see the numbers.
 *
 * @param only the projects to count, if not all
 */
export async function visibleReadings(
  db: Executor,
  round: RoundKey,
  only?: readonly string[],
): Promise<SQL | null> {
  if (!(await canSeeReadings(db, round))) return null;
  const ties = await conflictsIn(db, round, juryOf(round));
  const among = (id: SQLWrapper) =>
    only ? sql`and ${id} = any(${sql.param(only)}::uuid[])` : sql``;
  return sql`select ${submissions.projectId}, coalesce(given.number, 0) as number from ${submissions}
    left join (select ${evaluations.projectId}, (count(*) filter (where ${DONE} and ${evaluations.recusal} is null
        and ${evaluations.evaluatorId} in ${countedEvaluators(round)} and ${notAmong(ties)}))::int as number
      from ${evaluations} where ${givenIn(round)} ${among(evaluations.projectId)} group by 1) as given using (project_id)
    where ${readIn(round)} ${among(submissions.projectId)}`;
}

export type FewReadings = Awaited<ReturnType<typeof fewReadingsNow>>;

/**
 * Reports whether a round has too few evaluations (rule staff.readings). Returns the number of projects with 0, 1, 2 …
 * evaluations, and the number of projects below the wanted number. Also returns the number of missing evaluations, and
 * the number of evaluations that the jury can still give.
 *
 * The state is `normal` while the jury can give all missing evaluations and the last days (`READINGS_DAYS`) of the
 * round have not begun. Before the round opens, an empty jury is normal. After the awards, the state is `over`. `until`
 * is the start of the last days, or null if the round has no end.
 */
export async function fewReadingsNow(db: Executor, round: Round, now: Date, known?: Conflicts) {
  const wanted = await readingsWanted(db, round);
  const { rows } = await db.execute<
    Record<"read" | "projects" | "missing" | "possible", number>
  >(sql`
    select read, count(*)::int as projects, sum(missing)::int as missing,
      sum(least(missing, available))::int as possible
    from (${await readingsBySubmission(db, round, wanted, known)}) as reading group by read`);
  const sum = (name: "projects" | "missing" | "possible") =>
    rows.reduce((all, row) => all + (row.read < wanted ? row[name] : 0), 0);
  const [count, missing] = [sum("projects"), sum("missing")];
  // After a round has ended, it accepts no scores, so evaluators whose evaluation is still open cannot add scores.
  const hasEnded = hasOpened(round, now) && !isRunning(round, now);
  const possible = hasEnded ? 0 : sum("possible");
  const projectsBy = new Map(rows.map(({ read, projects }) => [read, projects]));
  const readings = Array.from({ length: Math.max(-1, ...projectsBy.keys()) + 1 }, (_, number) => ({
    ...{ readings: number, projects: projectsBy.get(number) ?? 0 },
  }));
  const { edition, closesAt: end } = round;
  const { awardedAt } = edition;
  const until = end && new Date(end.getTime() - READINGS_DAYS * DAY);
  const isOver = awardedAt !== null && awardedAt <= now;
  const isEmpty = (await db.$count(users, confirmedJuryOf(round))) === 0;
  const isForming = isEmpty && now < (round.opensAt ?? edition.closesAt);
  // Evaluators who have closed their evaluation score no more projects. So the jury can be unable to give all missing
  // evaluations even before the last days of the round.
  const isNormal = (isForming || possible >= missing) && (until === null || now < until);
  const state: "over" | "normal" | "due" = isOver ? "over" : isNormal ? "normal" : "due";
  return { count, wanted, missing, possible, state, until, readings };
}
