import { and, asc, eq, isNull } from "drizzle-orm";
import type { Ranking } from "@/contract/evaluation-schemas";
import type { Criterion, Scores } from "@/contract/weights";
import { missingCriteria } from "@/contract/weights";
import type { Executor } from "../db/connect";
import { submissions } from "../db/schema/applications";
import { evaluationRecords } from "../db/schema/evaluations";
import {
  calibrate,
  criterionMeans,
  deviation,
  type Judgement,
  MINIMUM_SAMPLE,
  mean,
  oneDecimal,
  ranks,
} from "./calibration";
import { releasedStages } from "./funnel/standing";
import { recordSchema } from "./record";

export type RankingRow = Ranking["rows"][number];

/** The ranking of an edition out of frozen records alone; projects nobody scored come last. */
export async function rankEdition(db: Executor, editionId: string): Promise<Ranking> {
  const { rows, method } = await rankWithJudgements(db, editionId);
  return { rows, method };
}

/** The ranking with what it was computed from. Evaluators come in an order that tells nothing. */
export async function rankWithJudgements(
  db: Executor,
  editionId: string,
): Promise<Ranking & { judgements: Judgement[] }> {
  const projects = await db
    .select({ id: submissions.projectId, nome: submissions.nome, industry: submissions.industry })
    .from(submissions)
    .where(and(eq(submissions.editionId, editionId), submissions.current))
    .orderBy(asc(submissions.nomeKey), asc(submissions.projectId));
  const sent = new Set(projects.map(({ id }) => id));
  // A project withdrawn since counts neither for its rank nor for anybody's calibration.
  const records = await standingRecords(db, editionId);
  const judgements = records.flatMap(judgementsOf).filter(({ project }) => sent.has(project));
  const method = methodOf(judgements, records.length);
  const reached = await releasedStages(db, editionId);
  const rows = rankRows(projects, judgements);
  return {
    rows: rows.map((row) => ({ ...row, stage: reached.get(row.id) ?? null })),
    method,
    judgements,
  };
}

type Standing = { evaluator: string; record: unknown };

function standingRecords(db: Executor, editionId: string): Promise<Standing[]> {
  return db
    .select({ evaluator: evaluationRecords.evaluatorId, record: evaluationRecords.record })
    .from(evaluationRecords)
    .where(and(eq(evaluationRecords.editionId, editionId), isNull(evaluationRecords.reopenedAt)))
    .orderBy(asc(evaluationRecords.sha256));
}

/** The complete evaluations of a record; recusals count for nothing. */
export function judgementsOf({ evaluator, record }: Standing): Judgement[] {
  return recordSchema
    .parse(record)
    .evaluations.flatMap(({ project, scores, total, recusal }) =>
      total === null || recusal !== null || !isComplete(scores)
        ? []
        : [{ evaluator, project, scores, total }],
    );
}

function isComplete(scores: Scores): scores is Record<Criterion, number> {
  return missingCriteria(scores).length === 0;
}

/** One row per project, the best mean first. Ranks compare exact means, not the rounded ones. */
export function rankRows(
  projects: readonly { id: string; nome: string; industry: string }[],
  judgements: readonly Judgement[],
): Ranking["rows"] {
  const calibrated = calibrate(judgements);
  const byProject = Map.groupBy(judgements, ({ project }) => project);
  const figures = projects.map((project) => {
    const own = byProject.get(project.id) ?? [];
    const totals = own.map(({ total }) => total);
    return {
      project,
      own,
      mean: mean(totals),
      spread: deviation(totals),
      calibrated: mean(own.map((judgement) => calibrated.get(judgement) ?? judgement.total)),
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
  return rows.sort((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || 0);
}

/** A calibrated total may leave the scale by a little; what is shown stays on it. */
function shownTotal(value: number): number {
  return oneDecimal(Math.min(100, Math.max(0, value)));
}

function roundAll(means: Record<Criterion, number | null>) {
  const entries = Object.entries(means).map(([id, value]) => [id, oneDecimal(value)]);
  return Object.fromEntries(entries) as Record<Criterion, number | null>;
}

function methodOf(judgements: readonly Judgement[], evaluators: number): Ranking["method"] {
  const totals = judgements.map(({ total }) => total);
  return {
    minimum_sample: MINIMUM_SAMPLE,
    evaluators,
    mean: oneDecimal(mean(totals)),
    deviation: oneDecimal(deviation(totals)),
  };
}
