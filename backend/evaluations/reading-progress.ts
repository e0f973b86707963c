import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { DAY } from "@/contract/durations";
import { COVERAGE_FROM } from "@/contract/evaluation/reading-kinds";
import { READINGS_DAYS } from "@/contract/staff/today";
import { type Executor, readTogether } from "../db/connect";
import { users } from "../db/schema/accounts";
import { submissions } from "../db/schema/applications";
import { evaluationRecords, evaluations } from "../db/schema/evaluations";
import { lastDeadline } from "../editions/edition";
import { hasOpened, isRunning, type Round, type RoundKey } from "../editions/rounds";
import { rankingAccess } from "./close/ranking-access";
import { conflictsIn, isNotAmong, notAmong, rowsOf } from "./conflicts-of-interest";
import { closedIn, confirmedJuryOf, countedEvaluators, givenIn, juryOf, readIn } from "./round";
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

/** Numbers of one evaluator's readings: all, the finished ones, and the recusals. `done` includes recusals. */
type EvaluatorCounts = { id: string; all: number; done: number; recused: number };
/** Numbers of the projects that `read` evaluators have read, with their missing and their possible readings. */
type ProjectCounts = Record<"read" | "projects" | "missing" | "possible", number>;

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
  return progressFrom(db, round, await countReadings(db, round, { by: ["evaluator"], known }));
}

/** Returns the results of `readingProgress` and `fewReadingsNow`, and reads all evaluations only once for both. */
export async function readingState(db: Executor, round: Round, now: Date, known: Conflicts) {
  const counts = await countReadings(db, round, { by: ["project", "evaluator"], known });
  const [progress, few] = await readTogether(db, [
    () => progressFrom(db, round, counts),
    () => fewFrom(db, round, now, counts),
  ]);
  return { progress, few };
}

async function progressFrom(
  db: Executor,
  round: RoundKey,
  { evaluators, isPlanned, ties }: Counts,
): Promise<ReadingProgress[]> {
  const people = await db
    .select({
      id: users.id,
      closed: sql<boolean>`exists (select 1 from ${evaluationRecords}
        where ${evaluationRecords.evaluatorId} = users.id and ${closedIn(round)})`,
    })
    .from(users)
    .where(confirmedJuryOf(round));
  const byId = new Map(evaluators.map((one) => [one.id, one]));
  const none = { all: 0, done: 0, recused: 0 };
  const owed = isPlanned ? null : await owedWithoutPlan(db, round, ties);
  return people.map(({ id, closed }) => {
    const { all, done, recused } = byId.get(id) ?? none;
    if (!owed) return { id, closed, total: all - recused, left: all - done };
    const total = owed(id, recused);
    return { id, closed, total, left: Math.max(0, total - (done - recused)) };
  });
}

/**
 * Returns a function that returns the number of projects that an evaluator without a reading plan must read. Its second
 * parameter is the number of the evaluator's recusals, without conflicts of interest.
 */
async function owedWithoutPlan(db: Executor, round: RoundKey, ties: Conflicts) {
  const [total, capacities] = await readTogether(db, [
    () => db.$count(submissions, readIn(round)),
    () => agreedCapacities(db, round),
  ]);
  const excluded = Map.groupBy(ties, ({ evaluator }) => evaluator);
  return (id: string, recused: number) =>
    owedReadings(
      { total, recused: (excluded.get(id)?.length ?? 0) + recused },
      capacities.get(id) ?? null,
    );
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

type Counts = Awaited<ReturnType<typeof countReadings>>;
type CountOptions = { by: readonly ("project" | "evaluator")[]; known?: Conflicts | undefined };

/**
 * Returns two queries. `counts` counts the readings of a round per project, per evaluator, or both, with one row for
 * each. Pairs with a conflict of interest do not count. With a reading plan, only assigned and begun pairs count.
 *
 * `readings` reads `counts` by project: the number of complete evaluations of each project (`read`), the number that is
 * missing, and the number that evaluators who have not closed their evaluation can still give (`available`). A complete
 * evaluation counts if its evaluator is active, or closed the evaluation before leaving. Rule: staff.readings.
 */
async function readingQueries(db: Executor, round: RoundKey, { by, known }: CountOptions) {
  const [plan, ties, wanted] = await readTogether(db, [
    () => findAssignment(db, round),
    () => known ?? conflictsIn(db, round, juryOf(round)),
    () => readingsWanted(db, round),
  ]);
  const open = openJury(round);
  const hasNoConflict = isNotAmong(ties, sql`pair.evaluator_id`, sql`pair.project_id`);
  // The query counts with `filter` clauses. With `where` conditions instead, the planner would expect almost no rows
  // and choose a slow plan.
  const counted = (condition: SQL) =>
    sql`(count(*) filter (where ${condition} and ${hasNoConflict}))::int`;
  const pairs = plan
    ? allReadings(round)
    : sql`select project_id, evaluator_id, ${evaluations.recusal} is not null as recused, ${DONE} as done
        from ${evaluations} where ${givenIn(round)}`;
  const ofProjects = sql`
    ${counted(sql`pair.done and not pair.recused and pair.evaluator_id in ${countedEvaluators(round)}`)} as read,
    ${counted(sql`pair.done and pair.evaluator_id in (${open})`)} as finished,
    ${counted(sql`not pair.done and pair.evaluator_id in (${open})`)} as remaining`;
  const ofEvaluators = sql`${counted(sql`true`)} as number, ${counted(sql`pair.done`)} as done,
    ${counted(sql`pair.recused`)} as recused`;
  const columns = by.map((one) => sql.raw(`pair.${one}_id`));
  const numbers = by.map((one) => (one === "project" ? ofProjects : ofEvaluators));
  const sent = sql`join ${submissions} on ${submissions.projectId} = pair.project_id and ${readIn(round)}`;
  const counts = sql`
    select ${sql.join([...columns, ...numbers], sql`, `)} from (${pairs}) as pair
    ${by.includes("evaluator") ? sent : sql``}
    group by grouping sets (${sql.join(
      columns.map((column) => sql`(${column})`),
      sql`, `,
    )})`;
  const available = plan
    ? sql`coalesce(counts.remaining, 0)`
    : sql`(select count(*) from (${open}) as jury)::int - coalesce(counts.finished, 0) - coalesce(excluded.count, 0)`;
  const readings = sql`
    select ${submissions.projectId} as project_id, coalesce(counts.read, 0) as read,
      greatest(${wanted} - coalesce(counts.read, 0), 0) as missing, ${available} as available
    from ${submissions}
    left join counts on counts.project_id = ${submissions.projectId}
    left join (select tie.project_id, count(*)::int as count
      from ${rowsOf(ties)} as tie(evaluator_id, project_id)
      where tie.evaluator_id in (${open}) group by 1) as excluded
      on excluded.project_id = ${submissions.projectId}
    where ${readIn(round)}`;
  return { counts, readings, wanted, ties, isPlanned: plan !== null };
}

/** Counts the readings of a round. Reads all evaluations only once, even for both kinds of counts. */
async function countReadings(db: Executor, round: RoundKey, options: CountOptions) {
  const { counts, readings, ...known } = await readingQueries(db, round, options);
  const { by } = options;
  const ofProjects = sql`(select json_agg(one) from (
    select read, count(*)::int as projects, sum(missing)::int as missing,
      sum(least(missing, available))::int as possible
    from (${readings}) as reading group by read) as one)`;
  const ofEvaluators = sql`(select json_agg(json_build_object('id', evaluator_id, 'all', number, 'done', done,
    'recused', recused)) from counts where evaluator_id is not null)`;
  const { rows } = await db.execute<{
    evaluators: EvaluatorCounts[] | null;
    projects: ProjectCounts[] | null;
  }>(sql`
    with counts as materialized (${counts})
    select ${by.includes("evaluator") ? ofEvaluators : null} as evaluators,
      ${by.includes("project") ? ofProjects : null} as projects`);
  const [found] = rows;
  return { evaluators: found?.evaluators ?? [], projects: found?.projects ?? [], ...known };
}

/** SQL query for the evaluators of a round who have not closed their evaluation. */
const openJury = (round: RoundKey) =>
  sql`select ${users.id} from ${users} where ${confirmedJuryOf(round)} and ${users.id} not in (
    select ${evaluationRecords.evaluatorId} from ${evaluationRecords} where ${closedIn(round)})`;

/** SQL condition over `submissions`: the project has fewer complete evaluations than wanted (rule staff.readings). */
export async function fewReadings(db: Executor, round: RoundKey): Promise<SQL> {
  const { counts, readings } = await readingQueries(db, round, { by: ["project"] });
  return sql`(${readIn(round)} and ${submissions.projectId} in (
    with counts as (${counts}) select project_id from (${readings}) as reading where missing > 0))`;
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
  return fewFrom(db, round, now, await countReadings(db, round, { by: ["project"], known }));
}

async function fewFrom(db: Executor, round: Round, now: Date, { projects: rows, wanted }: Counts) {
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
  // An evaluator who has closed their evaluation scores no more projects. So the open evaluators can be too few for the
  // missing evaluations long before the last days of the round.
  const isNormal = (isForming || possible >= missing) && (until === null || now < until);
  const state: "over" | "normal" | "due" = isOver ? "over" : isNormal ? "normal" : "due";
  return { count, wanted, missing, possible, state, until, readings };
}
