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
 * The projects that an evaluator reads (rule evaluation.assignment). Without a reading plan, evaluators read
 * all projects. With a plan, they read the projects that the plan gives them and the projects they have begun.
 */

/** Condition: the evaluator has begun the project with a score or a recusal. */
export const BEGUN = sql`(${evaluations.recusedAt} is not null or num_nonnulls(${evaluations.impact}, ${evaluations.utility},
  ${evaluations.feasibility}, ${evaluations.scalability}, ${evaluations.innovation}) > 0)`;

/** Returns the reading plan of a round, or null while all evaluators read all projects. */
export async function findAssignment(db: Executor, round: RoundKey) {
  const [found] = await db.select().from(assignments).where(planOf(round));
  return found ?? null;
}

/** Returns the wanted number of readings per project: of the edition's reading plan, or without one its own figure. */
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

/** Returns the condition for the submissions that an evaluator reads, or undefined for all of them. */
export async function scopeOf(
  db: Executor,
  round: RoundKey,
  evaluatorId: string,
): Promise<SQL | undefined> {
  if (!(await findAssignment(db, round))) return undefined;
  return sql`${submissions.projectId} in (${readingsOf(round, sql`and evaluator_id = ${evaluatorId}`)})`;
}

/**
 * Returns a query for all readings of the plan and all other begun readings, with `project_id` and
 * `evaluator_id`.
 */
export function allReadings(round: RoundKey): SQL {
  return sql`select project_id, evaluator_id from ${assignedReadings} where ${plannedIn(round)}
    union select project_id, evaluator_id from ${evaluations} where ${givenIn(round)} and ${BEGUN}`;
}

function readingsOf(round: RoundKey, which: SQL): SQL {
  return sql`select project_id from ${assignedReadings} where ${plannedIn(round)} ${which}
    union all select project_id from ${evaluations} where ${givenIn(round)} ${which} and ${BEGUN}`;
}

/** Selects the readings of the plan, without other begun readings. */
export function readingPlanRows(db: Executor, round: RoundKey) {
  return db
    .select({ project: assignedReadings.projectId, evaluator: assignedReadings.evaluatorId })
    .from(assignedReadings)
    .where(plannedIn(round));
}

/**
 * Returns the number of readings that an evaluator without a reading plan owes: of all projects without a recusal or a
 * conflict of interest, at most the agreed number (rule evaluation.agreed). All pages and emails use this number.
 *
 * @param capacity the agreed maximum number; null for all projects
 */
export function owedReadings(
  { total, recused }: { total: number; recused: number },
  capacity: number | null,
): number {
  return Math.max(0, Math.min(total - recused, capacity ?? total));
}

/** Returns the maximum numbers of projects agreed with evaluators of a round. Evaluators without one read all. */
export async function agreedCapacities(
  db: Executor,
  { editionId, number }: RoundKey,
  evaluatorId?: string,
): Promise<ReadonlyMap<string, number>> {
  if (number > 1) {
    const seats = await db
      .select({ id: roundJurors.userId, capacity: roundJurors.capacity })
      .from(roundJurors)
      .where(
        and(
          eq(roundJurors.editionId, editionId),
          eq(roundJurors.round, number),
          evaluatorId === undefined ? undefined : eq(roundJurors.userId, evaluatorId),
          isNotNull(roundJurors.capacity),
        ),
      );
    return new Map(seats.map(({ id, capacity }) => [id, capacity ?? 0]));
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

/** Reports whether staff took a project from an evaluator by hand. Such an evaluator cannot score it by its address. */
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

/** Selects the readings that staff gave an evaluator by hand. */
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
