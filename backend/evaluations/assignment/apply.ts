import { sql } from "drizzle-orm";
import type { Executor } from "../../db/connect";
import { assignedReadings, assignments, fixedReadings } from "../../db/schema/assignment";
import type { RoundKey } from "../../editions/rounds";
import { fixedIn, plannedIn, planOf } from "../round";
import type { Readers } from "./problem";

/**
 * Locks the reading plan of a round until the transaction ends, so that changes to the plan run one after
 * the other.
 */
export async function lockAssignment(tx: Executor, { editionId, number }: RoundKey): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`assignment:${editionId}${number === 1 ? "" : `:${number}`}`}, 0))`,
  );
}

/** Stores a reading plan, so that each evaluator evaluates only the projects assigned by the plan. */
export async function storeReadingPlan(
  tx: Executor,
  round: RoundKey,
  { readings, readers, now }: { readings: number; readers: Readers; now: Date },
): Promise<void> {
  const { editionId, number } = round;
  await tx.delete(assignedReadings).where(plannedIn(round));
  const pairs = Object.entries(readers).flatMap(([project, own]) =>
    own.map((evaluator) => ({ project, evaluator })),
  );
  await tx.execute(sql`
    insert into ${assignedReadings} (edition_id, round, project_id, evaluator_id)
    select ${editionId}::uuid, ${number}::smallint, * from unnest(
      ${sql.param(pairs.map(({ project }) => project))}::uuid[],
      ${sql.param(pairs.map(({ evaluator }) => evaluator))}::uuid[])`);
  const row = { readings, since: now };
  await tx
    .insert(assignments)
    .values({ editionId, round: number, ...row })
    .onConflictDoUpdate({ target: [assignments.editionId, assignments.round], set: row });
}

/**
 * Deletes the reading plan of a round and the assignments that staff fixed by hand. All evaluators then evaluate all
 * projects.
 */
export async function deleteReadingPlan(tx: Executor, round: RoundKey): Promise<void> {
  await tx.delete(assignments).where(planOf(round));
  await tx.delete(assignedReadings).where(plannedIn(round));
  await tx.delete(fixedReadings).where(fixedIn(round));
}
