import type * as contract from "@/contract/evaluation/evaluations";
import { writeCsv } from "../../documents/csv";
import { messagesIn } from "../../documents/messages";
import { download } from "../../http/download";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { criteriaFor } from "../closing";
import { editionOf } from "../edition";
import { canReadResults, fileSuffix, roundFor, showsProjects } from "../own-rounds";
import { readRanking } from "../ranking/kept-ranking";
import { scopeOf } from "../scope";
import { listTable } from "./export-list";
import { rankingTable } from "./export-ranking";
import { readSentProjects, receiptNumbers } from "./export-rows";
import { scoresTable } from "./export-scores";
import { exportSize } from "./export-size";
import { writeXlsx } from "./export-xlsx";
import { writeZip } from "./export-zip";

const TYPES = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  zip: "application/zip",
} as const;

/**
 * Exports the projects that the caller evaluates in a round (rule evaluation.assignment). The export is one table as
 * CSV, all tables as a workbook, or all dossiers and files as a zip. Results of other evaluators are included only
 * after the caller has closed the evaluation. These results cover all projects of the round, because the ranking
 * depends on all of them.
 */
export async function exportProjects({
  db,
  caller,
  query,
  config,
  store,
  language,
  arrivedAt,
}: Call<typeof contract.exportProjects>) {
  const edition = await editionOf(db, query.edition, arrivedAt);
  const round = await roundFor({ db, caller, arrivedAt, config }, edition, query.round);
  if (!showsProjects(round)) return fail("not_found");
  const { year } = edition;
  const { format } = query;
  const scope = await scopeOf(db, round, caller.id);
  const criteria = await criteriaFor(db, round, caller.id);
  const size = await exportSize(db, round, scope);
  const projects = () => readSentProjects(db, round, caller, { language, criteria, scope });
  const all = () => readSentProjects(db, round, caller, { language, criteria });
  const total = { "X-WP-Total": String(size.projects) };
  const name = (stem: string) => `${stem}-${year}${fileSuffix(round)}.${format}`;
  const { export: words } = messagesIn(language);

  if (format === "zip") {
    // Checks with an arbitrary id that the file store answers, because an error during the download could only abort
    // the zip.
    await store.size(edition.id);
    const zip = writeZip(projects(), {
      ...{ config, store, language, criteria, year },
      madeAt: arrivedAt,
    });
    return download(zip, {
      type: TYPES.zip,
      name: name(words.name),
      headers: { ...total, "X-Export-Bytes": String(size.zipBytes) },
    });
  }

  const isOpen = await canReadResults(db, round, caller.id);
  const ranked = isOpen ? await readRanking(db, round) : null;
  const completeEvaluations = ranked?.judgements ?? null;
  const ranking = ranked && new Map(ranked.rows.map((row) => [row.id, row]));
  const tables = {
    list: () => listTable(projects(), { language, year, ranking }),
    scores: () =>
      scoresTable(ranked ? all() : projects(), {
        ...{ language, criteria, judgements: completeEvaluations },
        caller: caller.id,
      }),
    ranking: async () => {
      if (!ranked) fail("evaluation_not_closed");
      return rankingTable(ranked.rows, await receiptNumbers(db, round), language);
    },
  };

  if (format === "csv") {
    const table = await tables[query.table]();
    return download(writeCsv(table, language), {
      type: TYPES.csv,
      name: name(table.name),
      headers: total,
    });
  }
  const sheets = [tables.list(), tables.scores(), ...(ranked ? [await tables.ranking()] : [])];
  return download(writeXlsx(sheets, arrivedAt), {
    type: TYPES.xlsx,
    name: name(words.name),
    headers: total,
  });
}
