import { COLUMNS_MAX, exportMatrix as contract, type MatrixCell } from "@/contract/staff/matrix";
import { editionTarget } from "../../audit-log/entries";
import { writeCsv } from "../../documents/csv";
import { messagesIn, optionWord } from "../../documents/messages";
import type { Cell, Table } from "../../documents/table";
import { editionOf } from "../../evaluations/edition";
import { writeXlsx } from "../../evaluations/export/export-xlsx";
import { reasonsFor } from "../../evaluations/reading-reasons";
import { download } from "../../http/download";
import type { Call } from "../../http/serve";
import { recordExport, requireKeyForAll } from "../record-export";
import { fileName } from "../write-export";
import { readCells, readProjects, readSides, type Sides, toProjects } from "./read-matrix";

const TYPES = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

/**
 * Exports the readings that match a filter, one line for each evaluator and project: state, conflict, and reason, never
 * scores. Reads the projects in parts while it sends them, so that memory use does not grow.
 */
export async function exportMatrix(call: Call<typeof contract>) {
  const { db, query, language, arrivedAt } = call;
  const { format, edition: year, ...filter } = query;
  await requireKeyForAll(call, contract, { edition: year, ...filter });
  const edition = await editionOf(db, year, arrivedAt);
  const sides = await readSides(db, edition.id);
  const { found } = await readProjects(db, edition.id, sides, { filter, from: 0, size: 1 });
  await recordExport(call, {
    target: editionTarget(edition),
    ...{ table: "assignment", filter: { edition: year, ...filter }, count: found, format },
    columns: Object.keys(messagesIn(language).assignment.columns),
  });
  const words = messagesIn(language);
  const { assignment } = words;
  async function* rows(): AsyncGenerator<Cell[]> {
    for (let from = 0; from < found; from += COLUMNS_MAX) {
      const part = await readProjects(db, edition.id, sides, { filter, from, size: COLUMNS_MAX });
      const projects = toProjects(sides, part.page ?? []);
      const cells = Map.groupBy(
        await readCells(db, edition.id, sides, projects),
        ({ project }) => project,
      );
      for (const project of projects) {
        const own = new Map(cells.get(project.id)?.map((cell) => [cell.evaluator, cell]));
        for (const evaluator of sides.evaluators) {
          if (filter.evaluator && filter.evaluator !== evaluator.id) continue;
          const cell = own.get(evaluator.id) ?? impliedCell(sides, project.id, evaluator.id);
          if (!cell) continue;
          const isRead = cell.state !== "none";
          const why =
            isRead && sides.plan ? reasonsFor(evaluator, project, cell.fixed === "given") : [];
          yield [
            evaluator.name,
            project.name,
            project.number,
            optionWord(words, project.sector),
            project.language,
            assignment.states[cell.state],
            cell.conflict ? assignment.conflicts[cell.conflict] : "",
            cell.fixed ? assignment.fixed[cell.fixed] : "",
            why.map((one) => assignment.reasons[one]).join(", "),
          ];
        }
      }
    }
  }
  const table: Table = {
    name: assignment.name,
    sheet: assignment.sheet,
    fixed: 2,
    columns: Object.values(assignment.columns).map((title) => ({ title })),
    rows: rows(),
  };
  const body = format === "csv" ? writeCsv(table, language) : writeXlsx([table], arrivedAt);
  return download(body, {
    type: TYPES[format],
    name: `${fileName([assignment.name, edition.year], arrivedAt)}.${format}`,
    headers: { "X-WP-Total": String(found) },
  });
}

/** Returns the reading of a pair that has no row: without a plan, every evaluator reads every project. */
function impliedCell({ plan }: Sides, project: string, evaluator: string): MatrixCell | null {
  if (plan) return null;
  return { project, evaluator, state: "assigned", conflict: null, fixed: null };
}
