import { and, eq, isNull, sql } from "drizzle-orm";
import { criteriaSchema } from "@/contract/evaluation/evaluation-schemas";
import { CRITERIA, type WeightedCriterion } from "@/contract/evaluation/weights";
import type { Executor } from "../../db/connect";
import { evaluationRecords } from "../../db/schema/evaluations";
import { fail } from "../../http/failure";

/**
 * One evaluator's work in one edition, locked until the transaction ends. Saving, recusing and
 * closing all acquire it first and look at the record afterwards, so a save is either in the record
 * or refused: there is nothing in between (docs/decisions/0007-closing-an-evaluation.md).
 */
export async function lockWork(tx: Executor, editionId: string, evaluatorId: string) {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`evaluation:${editionId}:${evaluatorId}`}, 0))`,
  );
}

/** The record that stands for an evaluator in an edition; null while the evaluation is open. */
export async function findClosing(db: Executor, editionId: string, evaluatorId: string) {
  const [record] = await db
    .select({
      id: evaluationRecords.id,
      closedAt: evaluationRecords.closedAt,
      sha256: evaluationRecords.sha256,
    })
    .from(evaluationRecords)
    .where(
      and(
        eq(evaluationRecords.editionId, editionId),
        eq(evaluationRecords.evaluatorId, evaluatorId),
        isNull(evaluationRecords.reopenedAt),
      ),
    );
  return record ?? null;
}

/**
 * The weights of the latest standing record of an edition: all totals of that edition are computed with
 * these (rule evaluation.one-scale). Throws where this version does not know the criteria, because their
 * scores cannot be compared with the others.
 */
export function latestCriteria(
  standing: readonly { closedAt: Date; criteria: unknown }[],
): WeightedCriterion[] {
  const [latest] = standing.toSorted((a, b) => b.closedAt.getTime() - a.closedAt.getTime());
  return latest ? knownCriteria(latest.criteria) : [...CRITERIA];
}

/** The criteria of a record, in this version's order. */
export function knownCriteria(stored: unknown): WeightedCriterion[] {
  const given = criteriaSchema.safeParse(stored).data ?? [];
  const known = CRITERIA.flatMap(({ id }) => given.find((one) => one.id === id) ?? []);
  if (known.length !== CRITERIA.length || given.length !== CRITERIA.length) {
    throw new Error(
      `An evaluation was closed under criteria that this version does not have: ${JSON.stringify(stored)}. Reopen it (npm run evaluation -- reopen), or run the version that closed it.`,
    );
  }
  return known;
}

/**
 * Returns the weights for an evaluator's own totals: after closing, the ranking's weights, so that both show the
 * same total; before closing, the current weights, which the closing will record.
 */
export async function criteriaFor(
  db: Executor,
  editionId: string,
  evaluatorId: string,
): Promise<WeightedCriterion[]> {
  if (!(await findClosing(db, editionId, evaluatorId))) return [...CRITERIA];
  return latestCriteria(
    await db
      .select({
        closedAt: evaluationRecords.closedAt,
        criteria: sql`${evaluationRecords.record} -> 'criteria'`,
      })
      .from(evaluationRecords)
      .where(and(eq(evaluationRecords.editionId, editionId), isNull(evaluationRecords.reopenedAt))),
  );
}

/** Locks the work and refuses to continue once it is closed. */
export async function lockOpenWork(tx: Executor, editionId: string, evaluatorId: string) {
  await lockWork(tx, editionId, evaluatorId);
  if (await findClosing(tx, editionId, evaluatorId)) fail("evaluation_closed");
}

/** `closed` and `closed_at`, as they appear in several answers. */
export function closingAnswer(closing: { closedAt: Date } | null) {
  return { closed: closing !== null, closed_at: closing?.closedAt.toISOString() ?? null };
}
