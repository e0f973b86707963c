import { and, eq, sql } from "drizzle-orm";
import { criteriaSchema } from "@/contract/evaluation/evaluation-schemas";
import { CRITERIA, type WeightedCriterion } from "@/contract/evaluation/weights";
import type { Executor } from "../db/connect";
import { evaluationRecords } from "../db/schema/evaluations";
import type { RoundKey } from "../editions/rounds";
import { fail } from "../http/failure";
import { closedIn } from "./round";

/**
 * Locks one evaluator's work in one round until the transaction ends. Saving, recusing, and closing take this lock
 * before they check for an evaluation record. So a save is either part of the record or rejected
 * (docs/decisions/0007-closing-an-evaluation.md).
 */
export async function lockWork(tx: Executor, { editionId, number }: RoundKey, evaluatorId: string) {
  // The lock's name must equal the name in the database trigger keep_closed_scores. For the first round, the name has
  // no suffix, because older builds lock without a round.
  const round = number === 1 ? "" : `:${number}`;
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`evaluation:${editionId}:${evaluatorId}${round}`}, 0))`,
  );
}

/** Returns the current evaluation record of an evaluator in a round, or null while the evaluation is open. */
export async function findEvaluationRecord(db: Executor, round: RoundKey, evaluatorId: string) {
  const [record] = await db
    .select({
      id: evaluationRecords.id,
      closedAt: evaluationRecords.closedAt,
      sha256: evaluationRecords.sha256,
    })
    .from(evaluationRecords)
    .where(and(closedIn(round), eq(evaluationRecords.evaluatorId, evaluatorId)));
  return record ?? null;
}

/**
 * Returns the criterion weights of the latest current evaluation record of a round. All totals of the round use these
 * weights (rule evaluation.one-scale). Throws if the record has criteria that this version of the product does not
 * know, because the scores are not comparable.
 */
export function latestCriteria(
  standing: readonly { closedAt: Date; criteria: unknown }[],
): WeightedCriterion[] {
  const [latest] = standing.toSorted((a, b) => b.closedAt.getTime() - a.closedAt.getTime());
  return latest ? knownCriteria(latest.criteria) : [...CRITERIA];
}

/**
 * Returns the criteria of an evaluation record, in the order of `CRITERIA`. Throws if the record's criteria are not
 * exactly these criteria.
 */
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
 * Returns the criterion weights for an evaluator's own totals. Before closing, these are the current weights, which the
 * record will store. After closing, these are the ranking's weights, so that the evaluator's totals match the ranking.
 */
export async function criteriaFor(
  db: Executor,
  round: RoundKey,
  evaluatorId: string,
): Promise<WeightedCriterion[]> {
  if (!(await findEvaluationRecord(db, round, evaluatorId))) return [...CRITERIA];
  return latestCriteria(
    await db
      .select({
        closedAt: evaluationRecords.closedAt,
        criteria: sql`${evaluationRecords.record} -> 'criteria'`,
      })
      .from(evaluationRecords)
      .where(closedIn(round)),
  );
}

/** Locks an evaluator's work in a round. Throws `evaluation_closed` if the evaluation is closed. */
export async function lockOpenWork(tx: Executor, round: RoundKey, evaluatorId: string) {
  await lockWork(tx, round, evaluatorId);
  if (await findEvaluationRecord(tx, round, evaluatorId)) fail("evaluation_closed");
}

/** Returns the response fields `closed` and `closed_at` of an evaluation. */
export function closingAnswer(closing: { closedAt: Date } | null) {
  return { closed: closing !== null, closed_at: closing?.closedAt.toISOString() ?? null };
}
