import type { Language } from "@/contract/languages";
import type { exportFigures as contract, Figures } from "@/contract/staff/figures";
import { editionTarget } from "../../audit-log/entries";
import { type Messages, messagesIn, optionWord } from "../../documents/messages";
import type { Cell, Table } from "../../documents/table";
import type { Call } from "../../http/serve";
import { editionOf } from "../edition-of";
import { sendTables } from "../write-export";
import { figuresOf } from "./get-figures";
import { suppressSmall, suppressTotal } from "./suppress";

/**
 * Exports the figures: one sheet per group, or one table of all counts as CSV. Hides small counts, and counts from which
 * small ones would follow. Rule: staff.small-counts.
 */
export async function exportFigures(call: Call<typeof contract>) {
  const { db, query, language, arrivedAt } = call;
  const edition = await editionOf(db, query.edition, arrivedAt);
  const groups: string[] = [];
  return sendTables(call, {
    ...{ list: "figures", format: query.format, filter: {}, target: editionTarget(edition) },
    ...{ name: [edition.year], columns: groups },
    async tables(tx) {
      const tables = figureTables(await figuresOf(tx, edition, arrivedAt), language);
      groups.push(...tables.map(({ name }) => name));
      return query.format === "csv" ? [joined(tables, messagesIn(language))] : tables;
    },
  });
}

type FigureTable = Table & { rows: Cell[][] };

/** Returns the figures as tables without small counts. */
export function figureTables(figures: Figures, language: Language): FigureTable[] {
  const words = messagesIn(language);
  const { figures: said, heard } = words.tables;
  const shown = (count: number | null): Cell => count ?? said.hidden;
  /** Returns a table whose columns of counts each have a total. */
  function tableOf(
    name: string,
    sheet: string,
    titles: readonly string[],
    rows: readonly { label: Cell; counts: readonly number[] }[],
    totals: readonly number[] | null,
    other: string = said.rest,
  ): FigureTable {
    const columns = titles.map((_, at) => {
      const counts = rows.map((row) => row.counts[at] ?? 0);
      // What the rows leave of the total is a row too, so that no hidden count follows from the total.
      const left = totals ? (totals[at] ?? 0) - counts.reduce((sum, count) => sum + count, 0) : 0;
      const rest = left > 0 ? [left] : [];
      return {
        rest: rest.length > 0,
        cells: suppressSmall([...counts, ...rest]),
        total: totals && suppressTotal(totals[at] ?? 0),
      };
    });
    const hasRest = columns.some(({ rest }) => rest);
    const labels = [...rows.map(({ label }) => label), ...(hasRest ? [other] : [])];
    return {
      ...{ name, sheet: sheet.slice(0, 31), fixed: 1 },
      columns: [sheet, ...titles].map((title) => ({ title })),
      rows: [
        ...labels.map((label, row) => [
          label,
          ...columns.map(({ cells }) => shown(cells[row] ?? null)),
        ]),
        ...(totals ? [[said.total, ...columns.map(({ total }) => shown(total))]] : []),
      ],
    };
  }
  const years = [String(figures.edition), ...(figures.before ? [String(figures.before)] : [])];
  const withBefore = (count: number, before: number) =>
    figures.before ? [count, before] : [count];
  const sent = withBefore(figures.sent, figures.sent_before);
  const stages = figures.stages;
  const days = figures.days.map(({ left, now, before }) => ({
    label: left as Cell,
    counts: withBefore(now.sent, before.sent),
  }));
  const { readings, requests } = figures;
  return [
    tableOf(
      "days",
      said.days,
      years,
      days,
      withBefore(figures.total.sent, figures.total_before.sent),
      said.otherDays,
    ),
    ...figures.answers.map(({ name, options }) =>
      tableOf(
        name,
        said.answers[name],
        [...years, ...stages.map(({ stage }) => words.stages[stage])],
        options.map(({ value, count, before, stages: reached }) => ({
          label: (heard as Record<string, string>)[value] ?? optionWord(words, value),
          counts: [...withBefore(count, before), ...stages.map(({ stage }) => reached[stage])],
        })),
        // A team can hear of the programme in several ways, so these counts have no total.
        name === "heard" ? null : [...sent, ...stages.map(({ count }) => count)],
      ),
    ),
    ...(readings.rows
      ? [
          tableOf(
            "readings",
            said.readings,
            [said.projects],
            readings.rows.map((row) => ({ label: row.readings, counts: [row.projects] })),
            [figures.sent],
          ),
        ]
      : []),
    tableOf(
      "requests",
      said.requests,
      [said.number],
      requests.kinds.map(({ kind, count }) => ({
        label: words.tables.kinds[kind],
        counts: [count],
      })),
      [requests.answered + requests.open],
    ),
  ];
}

/** Joins all tables to one with a row per count: group, row, column, count. */
function joined(tables: readonly FigureTable[], { tables: { figures: said, sheets } }: Messages) {
  const rows = tables.flatMap(({ columns, rows: own }) =>
    own.flatMap(([label, ...cells]) =>
      cells.map((cell, at): Cell[] => [
        columns[0]?.title ?? "",
        label ?? "",
        columns[at + 1]?.title ?? "",
        cell,
      ]),
    ),
  );
  return {
    ...{ name: "figures", sheet: sheets.figures, fixed: 1, rows },
    columns: [said.group, said.row, said.column, said.number].map((title) => ({ title })),
  };
}
