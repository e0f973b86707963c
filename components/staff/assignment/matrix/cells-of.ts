import type { Matrix, MatrixCell, MatrixEvaluator, MatrixProject } from "@/contract/staff/matrix";

/** A pair of an evaluator and a project. */
export type Pair = { evaluator: string; project: string };

/**
 * Returns a function that finds the matrix cell of a pair of evaluator and project. If no plan of readings is applied,
 * every active evaluator reads every project, so a pair without a stored cell counts as assigned.
 */
export function cellsOf({ cells, planned, evaluators }: Matrix): (pair: Pair) => MatrixCell {
  const known = new Map(cells.map((cell) => [`${cell.evaluator} ${cell.project}`, cell]));
  const left = new Set(evaluators.flatMap((one) => (one.left ? [one.id] : [])));
  return ({ evaluator, project }) =>
    known.get(`${evaluator} ${project}`) ?? {
      ...{ evaluator, project, conflict: null, fixed: null },
      state: planned || left.has(evaluator) ? "none" : "assigned",
    };
}

/**
 * Reports whether a project is in a language that the evaluator does not read. An evaluator without stated languages
 * reads all languages.
 */
export const isForeign = ({ languages }: MatrixEvaluator, { language }: MatrixProject): boolean =>
  languages.length > 0 && !languages.includes(language);
