import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { romeTime } from "@/contract/deadline";
import type { Endpoint } from "@/contract/endpoint";
import type { Stage } from "@/contract/evaluation/funnel";
import type { Criterion } from "@/contract/evaluation/weights";
import type { Language } from "@/contract/languages";
import type { ExportFormat } from "@/contract/staff/export-options";
import { type ExportList, exportColumns, usualColumns } from "@/contract/staff/exports";
import type { Executor } from "../db/connect";
import type { AuditTarget } from "../db/schema/audit-log";
import { writeCsv } from "../documents/csv";
import { fill, type Messages, messagesIn } from "../documents/messages";
import type { Cell, Column, Table } from "../documents/table";
import { writeXlsx } from "../evaluations/export/export-xlsx";
import { download } from "../http/download";
import { fail } from "../http/failure";
import type { Call } from "../http/serve";
import type { LabelledTable } from "./join-tables";
import { recordExport } from "./record-export";

const TYPES = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const satisfies Record<ExportFormat, string>;

/** Functions that return a table's column values, by column name in `EXPORT_COLUMNS`. */
export type ExportValues<Row> = Record<string, (row: Row, words: Messages) => Cell>;

/** The caller's choices for an export: the file format, and the column names separated by commas. */
export type ExportOptions = { format: ExportFormat; columns?: string | undefined };

type Rows<Row> = AsyncIterable<Row> | Iterable<Row>;

type Exported<Row> = {
  list: ExportList;
  options: ExportOptions;
  /** Filter that selects the exported rows. The export's audit entry stores the filter. */
  filter: object;
  target?: AuditTarget;
  values: ExportValues<Row>;
  /**
   * Parts of the export's file name after the table's name, such as the edition's year and the filter.
   */
  name: readonly (string | number)[];
  /** Reads the rows from a database snapshot, so that all rows show the same state of the data. */
  rows: (tx: Executor) => Promise<Rows<Row>> | Rows<Row>;
  /** Additional columns after the columns that the caller chose. */
  further?: (words: Messages) => { column: Column; value: (row: Row) => Cell }[];
};

type Exporting = Pick<Call<Endpoint>, "db" | "config" | "now" | "arrivedAt" | "language"> & {
  caller: NonNullable<Call<Endpoint>["caller"]>;
};

/** Returns the chosen columns of a table in the order of the request, or the table's usual columns. */
export function chosenColumns(
  list: ExportList,
  { columns }: Pick<ExportOptions, "columns">,
): string[] {
  const chosen = [...new Set(columns?.split(",") ?? usualColumns(list))];
  const known = new Set(exportColumns(list));
  if (!chosen.every((name) => known.has(name)))
    fail("invalid_fields", { fields: { columns: "invalid_choice" } });
  return chosen;
}

/**
 * Returns the tables that the caller chose for a file, each with only the chosen columns. Fails if the caller chose no
 * table.
 */
export function chosenTables(
  list: ExportList,
  options: Pick<ExportOptions, "columns">,
  tables: readonly LabelledTable[],
): LabelledTable[] {
  const chosen = new Set(chosenColumns(list, options));
  const offered = new Set(exportColumns(list));
  const isOut = (name: string | undefined) =>
    name !== undefined && offered.has(name) && !chosen.has(name);
  const kept = tables.filter(({ name }) => !isOut(name));
  if (!kept.some(({ name }) => chosen.has(name)))
    fail("invalid_fields", { fields: { columns: "invalid_choice" } });
  return kept.map(({ columns, rows, ...table }) => {
    const isKept = (_: unknown, at: number) => !isOut(columns[at]?.name);
    return {
      ...table,
      columns: columns.filter(isKept),
      rows: rows.map((row) => row.filter(isKept)),
    };
  });
}

/** Returns the names of the tables and of their chosen columns, for the audit log. */
export function namesIn(list: ExportList, tables: readonly LabelledTable[]): string[] {
  const offered = new Set(exportColumns(list));
  const columns = tables.flatMap((table) => table.columns.flatMap(({ name }) => name ?? []));
  const chosen = columns.filter((name) => offered.has(name));
  return [...new Set([...tables.map(({ name }) => name), ...chosen])];
}

/** Returns the title of an exported column in the caller's language. */
export function columnTitle(list: ExportList, name: string, words: Messages): string {
  const { columns } = words.tables;
  const own: Record<string, string> = {
    ...words.fields,
    ...columns.shared,
    ...columns[list === "selection" ? "applications" : list],
  };
  if (list === "figures" && name in words.stages) return words.stages[name as Stage];
  const [, kind, rest = ""] = /^(mean|decision)_(.+)$/.exec(name) ?? [];
  if (kind === "mean") {
    return fill(words.columns.criterion_mean, {
      criterion: words.criteria[rest as Criterion].name,
    });
  }
  if (kind === "decision") return words.stages[rest as Stage];
  return own[name] ?? name;
}

/**
 * Writes a table to a temporary file and returns it as a download. All rows come from one database snapshot, and only
 * one batch is in memory. A slow client holds no database connection. The audit log records the table with its columns.
 * Rule: staff.exports.
 */
export async function sendExport<Row>(
  call: Exporting,
  { list, options, filter, target, values, name, rows, further }: Exported<Row>,
): Promise<Response> {
  const words = messagesIn(call.language);
  const names = chosenColumns(list, options);
  const more = further?.(words) ?? [];
  const columns: Column[] = names.map((column) => ({
    title: columnTitle(list, column, words),
    decimal: DECIMAL.test(column),
  }));
  async function* cells(found: Rows<Row>) {
    for await (const row of found) {
      yield [
        ...names.map((column) => values[column]?.(row, words) ?? null),
        ...more.map(({ value }) => value(row)),
      ];
    }
  }
  return sendTables(call, {
    ...{ list, filter, name, format: options.format, ...(target && { target }) },
    columns: further ? [...names, "scores"] : names,
    tables: async (tx) => [
      {
        name: words.tables.names[list],
        sheet: words.tables.sheets[list],
        fixed: Math.min(2, columns.length),
        columns: [...columns, ...more.map(({ column }) => column)],
        rows: cells(await rows(tx)),
      },
    ],
  });
}

type ExportedTables = {
  list: ExportList;
  format: ExportFormat;
  filter: object;
  target?: AuditTarget;
  /** Names of the exported columns or tables, for the audit entry. */
  columns: readonly string[];
  name: readonly (string | number)[];
  /**
   * Builds the tables from a database snapshot, so that all tables show the same state of the data. For a CSV file,
   * returns one table.
   */
  tables: (tx: Executor) => Promise<readonly Table[]>;
};

/** Writes several tables to a temporary file and returns it as a download, like `sendExport`. Rule: staff.exports. */
export async function sendTables(
  call: Exporting,
  { list, format, filter, target, columns, name, tables }: ExportedTables,
): Promise<Response> {
  const { names } = messagesIn(call.language).tables;
  let written = 0;
  const file = await writeInSnapshot(call, format, async (tx) =>
    (await tables(tx)).map((table) => ({ ...table, rows: counted(table.rows) })),
  );
  async function* counted(rows: Table["rows"]) {
    for await (const row of rows) {
      written += 1;
      yield row;
    }
  }
  try {
    await recordExport(call, {
      ...(target && { target }),
      ...{ table: list, filter: { ...filter }, count: written, columns, format },
    });
  } catch (error) {
    file.destroy();
    throw error;
  }
  return download(file, {
    type: TYPES[format],
    name: `${fileName([names[list], ...name], call.arrivedAt)}.${format}`,
    headers: { "X-WP-Total": String(written) },
  });
}

/** Matches the names of columns whose numbers always have one decimal place. */
const DECIMAL = /^(calibrated|mean|spread|mean_.+)$/;

type Snapshot = Pick<Exporting, "db" | "arrivedAt"> & { language: Language };

/**
 * Writes tables from one read-only database snapshot to a temporary file. Returns an open stream of this file. The file
 * is already deleted, so it never stays on the disk.
 */
async function writeInSnapshot(
  { db, language, arrivedAt }: Snapshot,
  format: ExportFormat,
  tablesOf: (tx: Executor) => Promise<readonly Table[]>,
) {
  const folder = await mkdtemp(join(tmpdir(), "slancio-export-"));
  const path = join(folder, "table");
  try {
    await db.transaction(
      async (tx) => {
        const tables = await tablesOf(tx);
        const [first] = tables;
        if (!first) throw new Error("an export has no table");
        const bytes = format === "csv" ? writeCsv(first, language) : writeXlsx(tables, arrivedAt);
        await pipeline(bytes, createWriteStream(path));
      },
      { isolationLevel: "repeatable read", accessMode: "read only" },
    );
    // Open the file before deleting it: the stream can still read it, and no file remains on the disk if the client
    // disconnects.
    const file = createReadStream(path);
    await once(file, "open");
    return file;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Returns a file name from the given parts and the time in Rome, such as `candidature-2026-2026-10-01-0930`
 * (applications of 2026).
 */
export function fileName(parts: readonly (string | number)[], at: Date): string {
  return [...parts, romeTime(at).replace(" ", "-").replace(":", "")].join("-");
}

/**
 * Yields rows in batches, so that memory use does not grow with the number of rows.
 *
 * @param ids the ids of all rows in the order of the table
 * @param read reads the rows with the given ids, in any order
 */
export async function* inBatches<Row extends { id: string }>(
  ids: readonly string[],
  read: (some: string[]) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let from = 0; from < ids.length; from += BATCH) {
    const some = ids.slice(from, from + BATCH);
    const found = new Map((await read(some)).map((row) => [row.id, row]));
    for (const id of some) {
      const row = found.get(id);
      if (row) yield row;
    }
  }
}

/** Number of rows read in one batch. A row with all answers has tens of kilobytes. */
const BATCH = 100;
