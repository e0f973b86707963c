import {
  COLUMNS_MAX,
  exportMatrix as contract,
  type MatrixCell,
  type MatrixProject,
} from "@/contract/staff/matrix";
import { editionTarget } from "../../audit-log/entries";
import type { Executor } from "../../db/connect";
import { messagesIn, optionWord } from "../../documents/messages";
import { fileSuffix } from "../../evaluations/own-rounds";
import { reasonsFor } from "../../evaluations/reading-reasons";
import type { Call } from "../../http/serve";
import { requireKeyForAll } from "../record-export";
import { roundAsked } from "../shown-round";
import { type ExportValues, sendExport } from "../write-export";
import { readCells, readProjects, readSides, type Sides, toProjects } from "./read-matrix";

/**
 * Exports which evaluator reads which project, one line for each pair that matches a filter. A line contains the state
 * of the evaluation, the conflict of interest, and its reason, but never scores. Reads the pairs in batches to limit
 * memory use.
 */
export async function exportMatrix(call: Call<typeof contract>) {
  const { db, query, language, arrivedAt } = call;
  const { format, columns, edition: year, round: asked, proposal, ...filter } = query;
  await requireKeyForAll(call, contract, { edition: year, ...filter });
  const round = await roundAsked(db, query, arrivedAt);
  const { edition } = round;
  async function* rows(tx: Executor): AsyncGenerator<Row> {
    const sides = await readSides(tx, round, proposal);
    // Read all projects in one query, because each further query would count the readings of all projects again. Read
    // the pairs of evaluator and project in batches, because they need much more memory.
    const whole = { filter, from: 0, size: Number.MAX_SAFE_INTEGER };
    const found = toProjects((await readProjects(tx, round, sides, whole)).page ?? []);
    for (let from = 0; from < found.length; from += COLUMNS_MAX) {
      const projects = found.slice(from, from + COLUMNS_MAX);
      const cells = Map.groupBy(
        await readCells(tx, round, sides, projects),
        ({ project }) => project,
      );
      for (const project of projects) {
        const own = new Map(cells.get(project.id)?.map((cell) => [cell.evaluator, cell]));
        for (const evaluator of sides.evaluators) {
          if (filter.evaluator && filter.evaluator !== evaluator.id) continue;
          const cell = own.get(evaluator.id) ?? impliedCell(sides, project.id, evaluator);
          if (!cell) continue;
          const isRead = cell.state !== "none";
          const why =
            isRead && sides.plan ? reasonsFor(evaluator, project, cell.fixed === "given") : [];
          yield { evaluator, project, cell, why };
        }
      }
    }
  }
  const { proposed } = messagesIn(language).tables;
  return sendExport(call, {
    ...{ list: "assignment", options: { format, columns }, values: VALUES, rows },
    filter: { edition: year, round: asked, proposal, ...filter },
    target: editionTarget(edition),
    name: [`${edition.year}${fileSuffix(round)}`, ...(proposal ? [proposed] : [])],
  });
}

type Row = {
  evaluator: Sides["evaluators"][number];
  project: MatrixProject;
  cell: MatrixCell;
  why: ReturnType<typeof reasonsFor>;
};

/** Functions that return the column values for `EXPORT_COLUMNS.assignment`. */
const VALUES: ExportValues<Row> = {
  evaluator: ({ evaluator }) => evaluator.name,
  project: ({ project }) => project.name,
  number: ({ project }) => project.number,
  state: ({ cell }, { assignment }) => assignment.states[cell.state],
  conflict: ({ cell }, { assignment }) =>
    cell.conflict ? assignment.conflicts[cell.conflict] : "",
  fixed: ({ cell }, { assignment }) => (cell.fixed ? assignment.fixed[cell.fixed] : ""),
  why: ({ why }, { assignment }) => why.map((one) => assignment.reasons[one]).join(", "),
  sector: ({ project }, words) => optionWord(words, project.sector),
  language: ({ project }) => project.language,
};

/**
 * Returns the state of a pair of evaluator and project that has no database row. Without a reading plan, the state is
 * "assigned", because every evaluator on the jury reads every project. Otherwise returns null.
 */
function impliedCell(
  { plan }: Sides,
  project: string,
  { id, left }: Sides["evaluators"][number],
): MatrixCell | null {
  if (plan || left) return null;
  return { project, evaluator: id, state: "assigned", conflict: null, fixed: null };
}
