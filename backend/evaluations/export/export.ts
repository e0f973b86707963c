import type { exportProjects as exportEndpoint } from "@/contract/evaluations";
import { fail } from "../http/failure";
import type { Handler } from "../http/serve";
import { attachment } from "./attachment";
import { findClosing } from "./closing";
import { editionOf } from "./edition";
import { writeCsv } from "./export-csv";
import { listTable } from "./export-list";
import { rankingTable } from "./export-ranking";
import { exportProjects, receiptNumbers } from "./export-rows";
import { scoresTable } from "./export-scores";
import { exportSize } from "./export-size";
import { writeXlsx } from "./export-xlsx";
import { writeZip } from "./export-zip";
import { rankWithJudgements } from "./ranking";
import { wordsIn } from "./words";

const TYPES = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  zip: "application/zip",
} as const;

/**
 * All sent projects of an edition as a file: one table as CSV, all tables as a workbook, or every
 * dossier and file as a zip. Figures of others only once the caller has closed.
 */
export const readExport: Handler<typeof exportEndpoint> = async ({
  db,
  caller,
  query,
  config,
  language,
  arrivedAt,
}) => {
  const edition = await editionOf(db, query.edition, arrivedAt);
  const { year } = edition;
  const { format } = query;
  const size = await exportSize(db, edition.id);
  const projects = () => exportProjects(db, edition.id, caller.id);
  const total = { "X-WP-Total": String(size.projects) };
  const name = (stem: string) => `${stem}-${year}.${format}`;
  const { export: words } = wordsIn(language);

  if (format === "zip") {
    const zip = writeZip(projects(), { config, language, year, madeAt: arrivedAt });
    return attachment(zip, TYPES.zip, name(words.name), {
      ...total,
      "X-Export-Bytes": String(size.zipBytes),
    });
  }

  const closing = await findClosing(db, edition.id, caller.id);
  const ranked = closing && (await rankWithJudgements(db, edition.id));
  const judgements = ranked?.judgements ?? null;
  const ranking = ranked && new Map(ranked.rows.map((row) => [row.id, row]));
  const tables = {
    list: () => listTable(projects(), { language, year, ranking }),
    scores: () => scoresTable(projects(), { language, caller: caller.id, judgements }),
    ranking: async () => {
      if (!ranked) fail("evaluation_not_closed");
      return rankingTable(ranked.rows, await receiptNumbers(db, edition.id), language);
    },
  };

  if (format === "csv") {
    const table = await tables[query.table]();
    return attachment(writeCsv(table, language), TYPES.csv, name(table.name), total);
  }
  const sheets = [tables.list(), tables.scores(), ...(ranked ? [await tables.ranking()] : [])];
  return attachment(writeXlsx(sheets, arrivedAt), TYPES.xlsx, name(words.name), total);
};
