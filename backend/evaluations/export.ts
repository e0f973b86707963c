import type { exportProjects as exportEndpoint } from "@/contract/evaluations";
import type { Handler } from "../http/serve";
import { attachment } from "./attachment";
import { findClosing } from "./closing";
import { editionOf } from "./edition";
import { writeCsv } from "./export-csv";
import { exportProjects, type RankingRow } from "./export-rows";
import { exportSize } from "./export-size";
import { writeXlsx } from "./export-xlsx";
import { writeZip } from "./export-zip";
import { rankEdition } from "./ranking";
import { wordsIn } from "./words";

const TYPES = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  zip: "application/zip",
} as const;

/** All sent projects of an edition as a file; figures of others only once the caller has closed. */
export const readExport: Handler<typeof exportEndpoint> = async ({
  db,
  caller,
  query,
  config,
  language,
  arrivedAt,
}) => {
  const edition = await editionOf(db, query.edition);
  const closing = await findClosing(db, edition.id, caller.id);
  const ranking = closing ? byProject((await rankEdition(db, edition.id)).rows) : null;
  const size = await exportSize(db, edition.id);
  const projects = exportProjects(db, edition.id, caller.id);
  const { year } = edition;
  const name = `${wordsIn(language).export.name}-${year}.${query.format}`;
  const body = {
    csv: () => writeCsv(projects, language, ranking),
    xlsx: () => writeXlsx(projects, { language, year, ranking }),
    zip: () => writeZip(projects, { config, language, year, madeAt: arrivedAt }),
  };
  return attachment(await body[query.format](), TYPES[query.format], name, {
    "X-WP-Total": String(size.projects),
    ...(query.format === "zip" && { "X-Export-Bytes": String(size.zipBytes) }),
  });
};

function byProject(rows: RankingRow[]): Map<string, RankingRow> {
  return new Map(rows.map((row) => [row.id, row]));
}
