import type { Matrix, MatrixCell } from "@/contract/staff/matrix";

/** A pair of evaluator and project. */
export type Pair = { evaluator: string; project: string };

/** Returns a function that finds a pair's cell. Without a plan, a pair without a cell is a reading. */
export function cellsOf({ cells, planned }: Matrix): (pair: Pair) => MatrixCell {
  const known = new Map(cells.map((cell) => [`${cell.evaluator} ${cell.project}`, cell]));
  return ({ evaluator, project }) =>
    known.get(`${evaluator} ${project}`) ?? {
      ...{ evaluator, project, conflict: null, fixed: null },
      state: planned ? "none" : "assigned",
    };
}
