import { desc } from "drizzle-orm";
import { REQUIRED_FIELDS } from "@/contract/project/project-fields";
import { exportApplications as contract, stateNameOf } from "@/contract/staff/applications";
import { projects } from "../../db/schema/applications";
import { download } from "../../http/download";
import type { Call } from "../../http/serve";
import { ofEdition } from "../../journal/acts";
import { writeCsv } from "../../paper/csv";
import { wordsIn } from "../../paper/words";
import { recordExport, requireKeyForAll } from "../record-export";
import { applicationsMatching } from "./application-filter";
import { savedAt, selectApplications, toRows } from "./application-rows";
import { editionOf } from "./list-applications";

/** The applications that match as a table: who they are and how to reach them, where they stand, and no answer. */
export async function exportApplications(call: Call<typeof contract>) {
  const { db, query, language, arrivedAt } = call;
  await requireKeyForAll(call, contract, query);
  const edition = await editionOf(db, query.edition, arrivedAt);
  const found = await selectApplications(
    db,
    arrivedAt,
    await applicationsMatching(db, query, edition, arrivedAt),
  ).orderBy(desc(savedAt), desc(projects.id));
  const rows = await toRows(db, found, edition.closesAt);
  const exported = { table: "applications", filter: query, count: rows.length } as const;
  await recordExport(call, { target: ofEdition(edition), ...exported });
  const { applications: words } = wordsIn(language);
  const { columns, states } = words;
  const table = {
    name: words.name,
    sheet: words.name,
    fixed: 1,
    columns: Object.values(columns).map((title) => ({ title })),
    rows: rows.map((row) => [
      row.name,
      row.person,
      row.email,
      row.number,
      states[stateNameOf(row)],
      `${row.steps.reduce((sum, { filled }) => sum + filled, 0)}/${REQUIRED_FIELDS.length}`,
      new Date(row.saved_at),
      row.extended_until === null ? null : new Date(row.extended_until),
    ]),
  };
  return download(writeCsv(table, language), {
    type: "text/csv; charset=utf-8",
    name: `${words.name}-${edition.year}.csv`,
    headers: { "X-WP-Total": String(rows.length) },
  });
}
