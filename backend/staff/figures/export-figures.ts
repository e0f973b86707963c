import type { Language } from "@/contract/languages";
import {
  type exportFigures as contract,
  FIGURE_LEAST,
  type FigureReaders,
  type Figures,
} from "@/contract/staff/figures";
import { shownColumn } from "@/contract/staff/small-counts";
import { editionTarget } from "../../audit-log/entries";
import { fill, messagesIn, optionWord } from "../../documents/messages";
import type { Cell } from "../../documents/table";
import { fileSuffix } from "../../evaluations/own-rounds";
import { fileSlug } from "../../http/download";
import type { Call } from "../../http/serve";
import { joinTables, type LabelledTable } from "../join-tables";
import { roundAsked } from "../shown-round";
import { chosenTables, namesIn, sendTables } from "../write-export";
import { figuresOf } from "./get-figures";

/**
 * Exports the edition's statistics: one worksheet per group, or one CSV table of all counts. The file and its name
 * state the audience (staff or sponsors). Rule: staff.small-counts.
 */
export async function exportFigures(call: Call<typeof contract>) {
  const { db, query, language, arrivedAt } = call;
  const round = await roundAsked(db, query, arrivedAt);
  const { edition } = round;
  const { format, readers, columns } = query;
  const { figures: said } = messagesIn(language).tables;
  const groups: string[] = [];
  return sendTables(call, {
    ...{
      list: "figures",
      format,
      filter: { readers, round: query.round },
      target: editionTarget(edition),
    },
    ...{
      name: [`${edition.year}${fileSuffix(round)}`, fileSlug(said.readers[readers])],
      columns: groups,
    },
    async tables(tx) {
      const all = figureTables(await figuresOf(tx, round, arrivedAt), language, readers);
      const tables = chosenTables("figures", { columns }, all);
      groups.push(...namesIn("figures", tables));
      return format === "csv" ? [joinTables(tables, messagesIn(language), "figures")] : tables;
    },
  });
}

type Head = LabelledTable["columns"][number];

/**
 * Returns the edition's statistics as tables for one audience: staff or sponsors. The first table names the audience.
 */
export function figureTables(
  figures: Figures,
  language: Language,
  readers: FigureReaders,
): LabelledTable[] {
  const words = messagesIn(language);
  const { figures: said, heard, columns: tables } = words.tables;
  const titles = tables.figures;
  // A table's last row counts the items that belong to no other row. For a column without such items, staff see 0, and
  // sponsors see that the count is hidden.
  const none = readers === "staff" ? 0 : said.hidden;
  const shown = (count: number | null | undefined): Cell =>
    count === undefined ? none : (count ?? said.hidden);
  /** Returns a table of counts, with a row of totals if `totals` is not null. */
  function tableOf(
    name: string,
    sheet: string,
    heads: readonly Head[],
    rows: readonly { label: Cell; counts: readonly number[] }[],
    totals: readonly number[] | null,
    other: string = said.rest,
  ): LabelledTable {
    const columns = heads.map((_, at) =>
      shownColumn(
        readers,
        rows.map((row) => row.counts[at] ?? 0),
        totals && (totals[at] ?? 0),
      ),
    );
    const hasRest = columns.some(({ rest }) => rest !== undefined);
    const labels = [...rows.map(({ label }) => label), ...(hasRest ? [other] : [])];
    return {
      ...{ name, sheet: sheet.slice(0, 31), fixed: 1 },
      columns: [{ title: sheet }, ...heads],
      rows: [
        ...labels.map((label, row) => [
          label,
          ...columns.map(({ cells, rest }) => shown(row < cells.length ? cells[row] : rest)),
        ]),
        ...(totals ? [[said.total, ...columns.map(({ total }) => shown(total))]] : []),
      ],
    };
  }
  const years: Head[] = [
    { name: "now", title: String(figures.edition) },
    ...(figures.before ? [{ name: "before", title: String(figures.before) }] : []),
  ];
  const withBefore = (count: number, before: number) =>
    figures.before ? [count, before] : [count];
  const sent = withBefore(figures.sent, figures.sent_before);
  const stages = figures.stages;
  const days = figures.days.map(({ left, now, before }) => ({
    label: left as Cell,
    counts: withBefore(now.sent, before.sent),
  }));
  const { readings, requests } = figures;
  const about: LabelledTable = {
    ...{ name: "about", sheet: said.about, fixed: 1 },
    columns: [{ title: said.about }, { title: said.readers[readers] }],
    rows: [[said.counts, fill(said.note[readers], { least: String(FIGURE_LEAST) })]],
  };
  const ofApplications = [
    about,
    tableOf(
      "days",
      titles.days,
      years,
      days,
      withBefore(figures.total.sent, figures.total_before.sent),
      said.otherDays,
    ),
    ...figures.answers.map(({ name, options }) =>
      tableOf(
        name,
        name === "heard" || name === "referente_age" ? titles[name] : words.fields[name],
        [...years, ...stages.map(({ stage }) => ({ name: stage, title: words.stages[stage] }))],
        options.map(({ value, count, before, stages: reached }) => ({
          label: (heard as Record<string, string>)[value] ?? optionWord(words, value),
          counts: [...withBefore(count, before), ...stages.map(({ stage }) => reached[stage])],
        })),
        // A team can hear of the programme in several ways, so a total of these counts would be wrong.
        name === "heard" ? null : [...sent, ...stages.map(({ count }) => count)],
      ),
    ),
  ];
  if (readers === "sponsors") return ofApplications;
  return [
    ...ofApplications,
    ...(readings.rows
      ? [
          tableOf(
            "readings",
            titles.readings,
            [{ title: said.projects }],
            readings.rows.map((row) => ({ label: row.readings, counts: [row.projects] })),
            [readings.rows.reduce((sum, row) => sum + row.projects, 0)],
          ),
        ]
      : []),
    {
      ...{ name: "requests", sheet: titles.requests, fixed: 1 },
      columns: [titles.requests, said.number, said.median].map((title) => ({ title })),
      rows: [
        ...requests.kinds.map(({ kind, count, median_days }): Cell[] => [
          ...[words.tables.kinds[kind], count, median_days],
        ]),
        [said.total, requests.answered + requests.open, requests.median_days],
      ],
    },
    {
      ...{ name: "request_answers", sheet: titles.request_answers, fixed: 1 },
      columns: [titles.request_answers, said.number].map((title) => ({ title })),
      rows: (["answered", "open", "late"] as const).map((state) => [
        ...[said.requestStates[state], requests[state]],
      ]),
    },
  ];
}
