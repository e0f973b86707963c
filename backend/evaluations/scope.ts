import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { DEFAULT_READINGS } from "@/contract/edition-figures";
import type { Executor } from "../db/connect";
import { editions, submissions } from "../db/schema/applications";
import { assignedReadings, assignments, fixedReadings } from "../db/schema/assignment";
import { evaluations, invitations } from "../db/schema/evaluations";
import { roundJurors, rounds } from "../db/schema/rounds";
import type { RoundKey } from "../editions/rounds";
import { fixedIn, givenIn, plannedIn, planOf } from "./round";

/*
 * Decides which projects an evaluator evaluates (rule evaluation.assignment). Without a reading plan, evaluators
 * evaluate all projects. With a plan, they evaluate the projects that the plan assigns to them and the projects they
 * have begun.
 */

/** SQL condition: the evaluator has begun to evaluate the project, with a score or a recusal. */
export const BEGUN = sql`(${evaluations.recusedAt} is not null or num_nonnulls(${evaluations.impact}, ${evaluations.utility},
  ${evaluations.feasibility}, ${evaluations.scalability}, ${evaluations.innovation}) > 0)`;

/** SQL condition: the evaluator recused themselves from the project, or gave all scores. */
export const DONE = sql`(${evaluations.recusal} is not null or num_nonnulls(${evaluations.impact}, ${evaluations.utility},
  ${evaluations.feasibility}, ${evaluations.scalability}, ${evaluations.innovation}) = 5)`;

/**
 * Returns the reading plan of an evaluation round, or null while all evaluators evaluate all projects.
 */
export async function findAssignment(db: Executor, round: RoundKey) {
  const [found] = await db.select().from(assignments).where(planOf(round));
  return found ?? null;
}

/**
 * Returns the wanted number of evaluators per project: from the round's reading plan, or else from the round's
 * settings.
 */
export async function readingsWanted(db: Executor, round: RoundKey): Promise<number> {
  const [found] = await db
    .select({
      wanted: sql<number>`coalesce(${assignments.readings}, ${rounds.readings}, ${editions.readings})`,
    })
    .from(editions)
    .leftJoin(assignments, planOf(round))
    .leftJoin(rounds, and(eq(rounds.editionId, editions.id), eq(rounds.number, round.number)))
    .where(eq(editions.id, round.editionId));
  return found?.wanted ?? DEFAULT_READINGS;
}

/** Returns the SQL condition for the submissions that an evaluator evaluates, or undefined for all submissions. */
export async function scopeOf(
  db: Executor,
  round: RoundKey,
  evaluatorId: string,
): Promise<SQL | undefined> {
  if (!(await findAssignment(db, round))) return undefined;
  return sql`${submissions.projectId} in (${readingsOf(round, sql`and evaluator_id = ${evaluatorId}`)})`;
}

/**
 * Returns a query for all assignments of the reading plan and all other begun evaluations, with columns `project_id`,
 * `evaluator_id`, `recused` and `done`. `done` is also true for recusals.
 */
export function allReadings(round: RoundKey): SQL {
  return sql`select project_id, evaluator_id, coalesce(recused, false) as recused, coalesce(done, false) as done
    from (select project_id, evaluator_id from ${assignedReadings} where ${plannedIn(round)}) as plan
    full join (
      select project_id, evaluator_id, ${evaluations.recusal} is not null as recused, ${DONE} as done
      from ${evaluations} where ${givenIn(round)} and ${BEGUN}
    ) as begun using (project_id, evaluator_id)`;
}

function readingsOf(round: RoundKey, which: SQL): SQL {
  return sql`select project_id from ${assignedReadings} where ${plannedIn(round)} ${which}
    union all select project_id from ${evaluations} where ${givenIn(round)} ${which} and ${BEGUN}`;
}

/**
 * Selects the evaluators of each project in a round's reading plan, without other begun evaluations. The ids of a
 * project's evaluators are joined into one text. One row per evaluator would mean tens of thousands of rows, which take
 * several times as long.
 */
export function readingPlanRows(db: Executor, round: RoundKey) {
  const evaluators = sql<string>`string_agg(${assignedReadings.evaluatorId}::text, ' ')`;
  return db
    .select({ project: assignedReadings.projectId, evaluators })
    .from(assignedReadings)
    .where(plannedIn(round))
    .groupBy(assignedReadings.projectId);
}

/**
 * Returns the number of projects that an evaluator without a reading plan must evaluate: all projects without a recusal
 * or a conflict of interest. The number is limited to the maximum that the evaluator agreed to (rule
 * evaluation.agreed). All pages and emails use this number.
 *
 * @param capacity the agreed maximum number; null for all projects
 */
export function owedReadings(
  { total, recused }: { total: number; recused: number },
  capacity: number | null,
): number {
  return Math.max(0, Math.min(total - recused, capacity ?? total));
}

/**
 * Returns the maximum number of projects that each evaluator of a round has agreed to. Evaluators who agreed to no
 * maximum are absent and evaluate all projects.
 */
export async function agreedCapacities(
  db: Executor,
  { editionId, number }: RoundKey,
  evaluatorId?: string,
): Promise<ReadonlyMap<string, number>> {
  if (number > 1) {
    // An invited person is not on the round's jury yet, so the invitation stores the person's maximum number of
    // projects.
    const { rows } = await db.execute<{ id: string; capacity: number }>(sql`
      select id, capacity from (
        select user_id as id, capacity from ${roundJurors} where edition_id = ${editionId} and round = ${number}
        union all
        select user_id, capacity from ${invitations} where edition_id = ${editionId} and ${number} = any(rounds)
          and user_id not in (select user_id from ${roundJurors} where edition_id = ${editionId} and round = ${number})
      ) as agreed
      where capacity is not null and ${evaluatorId === undefined ? sql`true` : sql`id = ${evaluatorId}`}`);
    return new Map(rows.map(({ id, capacity }) => [id, capacity]));
  }
  const rows = await db
    .select({ id: invitations.userId, capacity: invitations.capacity })
    .from(invitations)
    .where(
      and(
        eq(invitations.editionId, editionId),
        evaluatorId === undefined ? undefined : eq(invitations.userId, evaluatorId),
        isNotNull(invitations.capacity),
      ),
    );
  return new Map(rows.map(({ id, capacity }) => [id, capacity ?? 0]));
}

/**
 * Reports whether staff took a project from an evaluator by hand. The evaluator then cannot score the project, even
 * with its URL.
 */
export async function isBarred(
  db: Executor,
  round: RoundKey,
  projectId: string,
  evaluatorId: string,
) {
  const own = and(
    fixedIn(round),
    eq(fixedReadings.projectId, projectId),
    eq(fixedReadings.evaluatorId, evaluatorId),
    eq(fixedReadings.kind, "barred"),
  );
  return (await db.$count(fixedReadings, own)) > 0;
}

/** Selects the assignments of projects that staff gave to an evaluator by hand. */
export async function readingsByHand(db: Executor, round: RoundKey, evaluatorId: string) {
  const rows = await db
    .select({ project: fixedReadings.projectId })
    .from(fixedReadings)
    .where(
      and(
        fixedIn(round),
        eq(fixedReadings.evaluatorId, evaluatorId),
        eq(fixedReadings.kind, "given"),
      ),
    );
  return new Set(rows.map(({ project }) => project));
}
