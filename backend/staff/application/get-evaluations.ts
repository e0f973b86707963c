import { and, asc, eq, exists, isNotNull } from "drizzle-orm";
import type { getApplicationEvaluations as contract } from "@/contract/staff/application";
import type { Executor } from "../../db/connect";
import { evaluationRecords, evaluations } from "../../db/schema/evaluations";
import type { RoundKey } from "../../editions/rounds";
import { requireJuryClosed } from "../../evaluations/close/ranking-access";
import { numberedEvaluations } from "../../evaluations/export/export-scores";
import { roundAnswer } from "../../evaluations/own-rounds";
import { rankWithEvaluations } from "../../evaluations/ranking/ranking";
import { closedIn, givenIn } from "../../evaluations/round";
import type { Call } from "../../http/serve";
import { projectOf } from "../project-of";
import { roundReadingIt } from "./get-application";

/**
 * Returns an application's scores with a number instead of a name for each evaluator, and the reasons of recusals.
 * Omits notes. Refuses before staff can read the ranking. Rule: staff.blind.
 */
export async function getApplicationEvaluations({ db, params, query, now }: Call<typeof contract>) {
  const { project, edition } = await projectOf(db, params.id);
  const round = await roundReadingIt(db, edition, project.id, query.round, now());
  await requireJuryClosed(db, round);
  const { judgements } = await rankWithEvaluations(db, round);
  return {
    ...roundAnswer(round),
    evaluations: numberedEvaluations(judgements)(project.id).map(
      ({ number, scores, total, calibrated }) => ({ number, scores, total, calibrated }),
    ),
    recusals: await recusalsOf(db, round, project.id),
  };
}

/**
 * Returns the reasons of recusals from the evaluation records of evaluators who have closed their evaluation. The order
 * reveals no evaluator.
 */
async function recusalsOf(db: Executor, round: RoundKey, projectId: string): Promise<string[]> {
  const record = db
    .select({ id: evaluationRecords.id })
    .from(evaluationRecords)
    .where(and(closedIn(round), eq(evaluationRecords.evaluatorId, evaluations.evaluatorId)));
  const rows = await db
    .select({ reason: evaluations.recusal })
    .from(evaluations)
    .where(
      and(
        eq(evaluations.projectId, projectId),
        givenIn(round),
        isNotNull(evaluations.recusedAt),
        exists(record),
      ),
    )
    .orderBy(asc(evaluations.recusal));
  return rows.flatMap(({ reason }) => reason ?? []);
}
