import { and, eq, isNull, sql } from "drizzle-orm";
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

/** Locks the work and refuses to continue once it is closed. */
export async function lockOpenWork(tx: Executor, editionId: string, evaluatorId: string) {
  await lockWork(tx, editionId, evaluatorId);
  if (await findClosing(tx, editionId, evaluatorId)) fail("evaluation_closed");
}

/** `closed` and `closed_at`, as they appear in several answers. */
export function closingAnswer(closing: { closedAt: Date } | null) {
  return { closed: closing !== null, closed_at: closing?.closedAt.toISOString() ?? null };
}
