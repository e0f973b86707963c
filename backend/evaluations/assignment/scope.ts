import { and, eq, type SQL, sql } from "drizzle-orm";
import { READINGS } from "@/contract/staff/today";
import type { Executor } from "../../db/connect";
import { submissions } from "../../db/schema/applications";
import { assignedReadings, assignments } from "../../db/schema/assignment";
import { evaluations } from "../../db/schema/evaluations";

/*
 * What an evaluator is to read (rule evaluation.assignment): everything, unless a plan gives each project to some. Then it
 * is what the plan gives them, and whatever they have begun besides.
 */

/** Anything that an evaluator has given a project: a score, or a recusal. */
export const BEGUN = sql`(${evaluations.recusedAt} is not null or num_nonnulls(${evaluations.impact}, ${evaluations.utility},
  ${evaluations.feasibility}, ${evaluations.scalability}, ${evaluations.innovation}) > 0)`;

/** The plan of an edition; null while everybody reads everything. */
export async function findAssignment(db: Executor, editionId: string) {
  const [found] = await db.select().from(assignments).where(eq(assignments.editionId, editionId));
  return found ?? null;
}

/** How many are to read each project of an edition. */
export async function readingsWanted(db: Executor, editionId: string): Promise<number> {
  return (await findAssignment(db, editionId))?.readings ?? READINGS;
}

/** Which sent projects are an evaluator's to read; undefined: all of them. */
export async function scopeOf(
  db: Executor,
  editionId: string,
  evaluatorId: string,
): Promise<SQL | undefined> {
  if (!(await findAssignment(db, editionId))) return undefined;
  return sql`${submissions.projectId} in (${readingsOf(editionId, sql`and evaluator_id = ${evaluatorId}`)})`;
}

/** All readings of a plan and those begun besides, as rows of `project_id` and `evaluator_id`. */
export function allReadings(editionId: string): SQL {
  return sql`select project_id, evaluator_id from ${assignedReadings} where edition_id = ${editionId}
    union select project_id, evaluator_id from ${evaluations} where edition_id = ${editionId} and ${BEGUN}`;
}

function readingsOf(editionId: string, which: SQL): SQL {
  return sql`select project_id from ${assignedReadings} where edition_id = ${editionId} ${which}
    union all select project_id from ${evaluations} where edition_id = ${editionId} ${which} and ${BEGUN}`;
}

/** A plan's own rows. */
export function planRows(db: Executor, editionId: string) {
  return db
    .select({ project: assignedReadings.projectId, evaluator: assignedReadings.evaluatorId })
    .from(assignedReadings)
    .where(and(eq(assignedReadings.editionId, editionId)));
}
