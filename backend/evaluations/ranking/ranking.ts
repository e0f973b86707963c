import { asc, sql } from "drizzle-orm";
import { inDecidingOrder } from "@/contract/evaluation/deciding-order";
import type { Ranking } from "@/contract/evaluation/evaluation-schemas";
import {
  type Criterion,
  missingCriteria,
  type Scores,
  type WeightedCriterion,
  weightedTotal,
} from "@/contract/evaluation/weights";
import { type Executor, readTogether } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { submissions } from "../../db/schema/applications";
import { evaluationRecords } from "../../db/schema/evaluations";
import type { RoundKey } from "../../editions/rounds";
import { recordSchema } from "../close/record";
import { knownCriteria, latestCriteria } from "../closing";
import { conflictsAmong } from "../conflicts-of-interest";
import { lastRevisions } from "../revisions";
import { closedIn, readIn } from "../round";
import {
  type CompleteEvaluation,
  calibrate,
  criterionMeans,
  deviation,
  MINIMUM_SAMPLE,
  mean,
  oneDecimal,
  ranks,
} from "./calibration";
import { releasedDecisions } from "./decisions";

export type RankingRow = Ranking["rows"][number];
type Ranked = Omit<Ranking, "places">;

/**
 * Calculates the ranking of a round, only from closed evaluation records, and returns the ranking with the evaluations
 * in these records. Projects without scores come last. Evaluators are ordered by their records' hashes, so that the
 * order identifies no evaluator. Requests use `readRanking`, which caches the ranking.
 *
 * @param first uses the scores that evaluators closed, without their later revisions
 */
export async function rankWithEvaluations(
  db: Executor,
  round: RoundKey,
  { first = false } = {},
): Promise<Ranked & { judgements: CompleteEvaluation[] }> {
  const projects = await db
    .select({ id: submissions.projectId, nome: submissions.nome, industry: submissions.industry })
    .from(submissions)
    .where(readIn(round))
    .orderBy(asc(submissions.nomeKey), asc(submissions.projectId));
  const sent = new Set(projects.map(({ id }) => id));
  // Withdrawn projects affect neither ranks nor calibration. Evaluations of an evaluator's own project do not count,
  // even if the conflict of interest was found later.
  const [records, conflicts] = await readTogether(db, [
    () => currentRecords(db, round),
    () => currentConflicts(db, round),
  ]);
  const own = new Set(conflicts.map(({ evaluator, project }) => `${evaluator} ${project}`));
  const criteria = latestCriteria(records);
  const revised = first ? () => undefined : await lastRevisions(db, round);
  const evaluations = records
    .flatMap((record) => completeEvaluations(record, criteria))
    .map((one) => {
      const scores = revised(one.evaluator, one.project);
      return scores ? { ...one, scores, total: weightedTotal(scores, criteria) ?? 0 } : one;
    })
    .filter(({ evaluator, project }) => sent.has(project) && !own.has(`${evaluator} ${project}`));
  const recomputed = records.filter((record) => !hasWeights(record, criteria)).length;
  const method = { ...methodOf(evaluations, records.length), criteria, recomputed };
  const { reached, decisions } = await releasedDecisions(db, round.editionId);
  const rows = rankRows(projects, evaluations);
  return {
    rows: rows.map((row) => ({ ...row, stage: reached.get(row.id) ?? null })),
    decisions,
    method,
    judgements: evaluations,
  };
}

type DecisionsByProject = { evaluator: string; record: unknown };

function currentRecords(db: Executor, round: RoundKey) {
  return db
    .select({
      evaluator: evaluationRecords.evaluatorId,
      closedAt: evaluationRecords.closedAt,
      record: evaluationRecords.record,
      criteria: sql<unknown>`${evaluationRecords.record} -> 'criteria'`,
    })
    .from(evaluationRecords)
    .where(closedIn(round))
    .orderBy(asc(evaluationRecords.sha256));
}

/** Returns the conflicts of interest of the evaluators who have closed their evaluations. */
export function currentConflicts(db: Executor, round: RoundKey) {
  return conflictsAmong(
    db,
    round.editionId,
    sql`${users.id} in (
      select evaluator_id from ${evaluationRecords} where ${closedIn(round)})`,
  );
}

/** Reports whether an evaluation record was closed with the given criterion weights, in any order. */
function hasWeights(record: { criteria: unknown }, criteria: readonly WeightedCriterion[]) {
  const own = knownCriteria(record.criteria);
  return criteria.every(({ weight }, index) => own[index]?.weight === weight);
}

/**
 * Returns the complete evaluations in an evaluation record, without recusals. Recalculates the totals from the stored
 * scores, because stored totals can use different weights.
 */
export function completeEvaluations(
  { evaluator, record }: DecisionsByProject,
  criteria: readonly WeightedCriterion[],
): CompleteEvaluation[] {
  return recordSchema.parse(record).evaluations.flatMap(({ project, scores, recusal }) => {
    const total = weightedTotal(scores, criteria);
    return total === null || recusal !== null || !isComplete(scores)
      ? []
      : [{ evaluator, project, scores, total }];
  });
}

function isComplete(scores: Scores): scores is Record<Criterion, number> {
  return missingCriteria(scores).length === 0;
}

/**
 * Returns the unrounded mean calibrated total of each project with scores. The ranking orders projects by this value.
 */
export function decidingValues(
  completeEvaluations: readonly CompleteEvaluation[],
): Map<string, number> {
  const calibrated = calibrate(completeEvaluations);
  const byProject = Map.groupBy(completeEvaluations, ({ project }) => project);
  return new Map(
    [...byProject].map(([project, own]) => [
      project,
      mean(own.map((one) => calibrated.get(one) ?? one.total)) ?? 0,
    ]),
  );
}

/** Returns one ranking row per project, ordered by calibrated rank. Ranks compare exact means, not rounded means. */
export function rankRows(
  projects: readonly { id: string; nome: string; industry: string }[],
  completeEvaluations: readonly CompleteEvaluation[],
): Ranking["rows"] {
  const values = decidingValues(completeEvaluations);
  const byProject = Map.groupBy(completeEvaluations, ({ project }) => project);
  const figures = projects.map((project) => {
    const own = byProject.get(project.id) ?? [];
    const totals = own.map(({ total }) => total);
    return {
      project,
      own,
      mean: mean(totals),
      spread: deviation(totals),
      calibrated: values.get(project.id) ?? null,
    };
  });
  const rank = ranks(figures.map((figure) => figure.mean));
  const calibratedRank = ranks(figures.map((figure) => figure.calibrated));
  const rows = figures.map(({ project, own, ...figure }, index) => ({
    id: project.id,
    nome: project.nome,
    industry: project.industry,
    mean: oneDecimal(figure.mean),
    spread: oneDecimal(figure.spread),
    evaluators: own.length,
    criteria: roundAll(criterionMeans(own)),
    rank: rank[index] ?? null,
    calibrated: figure.calibrated === null ? null : shownTotal(figure.calibrated),
    calibrated_rank: calibratedRank[index] ?? null,
    stage: null,
  }));
  return inDecidingOrder(rows);
}

/** Limits a calibrated total to 0 to 100, because calibration can exceed the scale slightly. */
function shownTotal(value: number): number {
  return oneDecimal(Math.min(100, Math.max(0, value)));
}

function roundAll(means: Record<Criterion, number | null>) {
  const entries = Object.entries(means).map(([id, value]) => [id, oneDecimal(value)]);
  return Object.fromEntries(entries) as Record<Criterion, number | null>;
}

function methodOf(completeEvaluations: readonly CompleteEvaluation[], evaluators: number) {
  const totals = completeEvaluations.map(({ total }) => total);
  return {
    minimum_sample: MINIMUM_SAMPLE,
    evaluators,
    mean: oneDecimal(mean(totals)),
    deviation: oneDecimal(deviation(totals)),
  };
}
