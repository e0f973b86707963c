import { CRITERIA, type Scores, type WeightedCriterion } from "@/contract/evaluation/weights";
import type { Language } from "@/contract/languages";
import { figuresIn } from "@/contract/quoted-numbers";
import { fill, messagesIn } from "../../documents/messages";
import type { Cell, Column, Table } from "../../documents/table";
import { type CompleteEvaluation, calibrate, oneDecimal } from "../ranking/calibration";
import type { ExportProject } from "./export-rows";

/** Scores of one evaluator for one project. */
export type Voice = {
  name: string;
  scores: Scores;
  total: number | null;
  calibrated: number | null;
};

/**
 * Returns a table with one row per project and evaluator, and the score of each criterion. Until the caller closes
 * their evaluation (`judgements` is null), the table has only the caller's own scores. Afterwards it has all scores
 * that count in the ranking, so that an evaluator can recompute each mean. Other evaluators appear by number, never by
 * name.
 */
export function scoresTable(
  projects: AsyncIterable<ExportProject>,
  {
    language,
    caller,
    criteria: weighted,
    judgements: completeEvaluations,
  }: {
    language: Language;
    caller: string;
    criteria: readonly WeightedCriterion[];
    judgements: readonly CompleteEvaluation[] | null;
  },
): Table {
  const words = messagesIn(language);
  const { columns, criteria, fields, export: say } = words;
  const voicesOf = completeEvaluations
    ? frozenVoices(completeEvaluations, say, caller)
    : ownVoice(say.me);
  const head: Column[] = [
    { title: columns.number },
    { title: fields.nome },
    { title: columns.evaluator },
    ...weighted.map(({ id, weight }) => ({
      title: fill(columns.weighted, { criterion: criteria[id].name, weight }),
    })),
    { title: fill(columns.total, figuresIn(language)), decimal: true },
    ...(completeEvaluations ? [{ title: columns.calibrated_total, decimal: true }] : []),
    { title: columns.id },
  ];
  async function* rows() {
    for await (const project of projects) {
      const { number, nome, projectId } = project.submission;
      for (const { name, scores, total, calibrated } of voicesOf(project)) {
        const cells: Cell[] = [number, nome, ...voiceCells({ name, scores, total })];
        if (completeEvaluations) cells.push(calibrated);
        yield [...cells, projectId];
      }
    }
  }
  return { name: say.scores_name, sheet: say.scores, columns: head, rows: rows(), fixed: 3 };
}

/** Returns the caller's current scores of a project, including incomplete scores. A recused project has no scores. */
function ownVoice(name: string) {
  return ({ evaluation }: ExportProject): Voice[] => {
    if (!evaluation || evaluation.recusal !== null) return [];
    const { scores, total } = evaluation;
    if (CRITERIA.every(({ id }) => scores[id] === null)) return [];
    return [{ name, scores, total, calibrated: null }];
  };
}

/**
 * Returns the cells of one evaluator's scores in a table: the evaluator's name or number, the score of each criterion,
 * and the total.
 */
export function voiceCells({ name, scores, total }: Omit<Voice, "calibrated">): Cell[] {
  return [name, ...CRITERIA.map(({ id }) => scores[id]), total];
}

/**
 * Returns a function that returns the closed evaluations of a project, each with the evaluator's number. An evaluator
 * has the same number in all projects of a round.
 */
export function numberedEvaluations(completeEvaluations: readonly CompleteEvaluation[]) {
  const calibrated = calibrate(completeEvaluations);
  const numbers = new Map<string, number>();
  for (const { evaluator } of completeEvaluations) {
    if (!numbers.has(evaluator)) numbers.set(evaluator, numbers.size + 1);
  }
  const byProject = Map.groupBy(completeEvaluations, ({ project }) => project);
  return (project: string) =>
    (byProject.get(project) ?? []).map((one) => ({
      ...one,
      number: numbers.get(one.evaluator) ?? 0,
      calibrated: oneDecimal(calibrated.get(one) ?? one.total),
    }));
}

/**
 * Returns a function that returns the scores of a project from closed evaluations. Each evaluator has a number instead
 * of a name, and the text of `voice_me` marks the evaluator `caller`.
 */
export function frozenVoices(
  completeEvaluations: readonly CompleteEvaluation[],
  say: { voice: string; voice_me: string },
  caller?: string,
) {
  const evaluationsOf = numberedEvaluations(completeEvaluations);
  return ({ submission }: { submission: { projectId: string } }): Voice[] =>
    evaluationsOf(submission.projectId).map(({ evaluator, number, scores, total, calibrated }) => ({
      name: fill(evaluator === caller ? say.voice_me : say.voice, { number }),
      ...{ scores, total, calibrated },
    }));
}
