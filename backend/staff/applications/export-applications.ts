import { eq, getTableColumns, inArray, type SQL } from "drizzle-orm";
import type { Language } from "@/contract/languages";
import { REQUIRED_FIELDS } from "@/contract/project/project-fields";
import * as contract from "@/contract/staff/applications";
import { type ApplicationSort, DEFAULT_SORT, stateNameOf } from "@/contract/staff/applications";
import { editionTarget } from "../../audit-log/entries";
import { editions, projects } from "../../db/schema/applications";
import { writeCsv } from "../../documents/csv";
import { messagesIn } from "../../documents/messages";
import type { Edition } from "../../editions/edition";
import { download } from "../../http/download";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { recordExport, requireKeyForAll } from "../record-export";
import { applicationsMatching } from "./application-filter";
import { orderOf, sortedIds } from "./application-order";
import { readApplications } from "./application-rows";
import { editionOf } from "./list-applications";

/**
 * Exports the matching applications as a table: the people, their contact data, and the state, without any
 * answers.
 */
export async function exportApplications(call: Call<typeof contract.exportApplications>) {
  const { db, query, arrivedAt } = call;
  await requireKeyForAll(call, contract.exportApplications, query);
  const edition = await editionOf(db, query.edition, arrivedAt);
  const where = await applicationsMatching(db, query, edition, arrivedAt);
  return writeTable(call, { edition, where, filter: query, sort: query.sort });
}

/** Exports the selected applications as the same table, by id or by query. */
export async function exportChosenApplications(
  call: Call<typeof contract.exportChosenApplications>,
) {
  const { db, body, arrivedAt } = call;
  const { selection } = body;
  if ("query" in selection) {
    const { query } = selection;
    await requireKeyForAll(call, contract.exportChosenApplications, query);
    const all = await editionOf(db, query.edition, arrivedAt);
    const where = await applicationsMatching(db, query, all, arrivedAt);
    return writeTable(call, { edition: all, where, filter: query });
  }
  const [edition, ...others] = await db
    .selectDistinct(getTableColumns(editions))
    .from(editions)
    .innerJoin(projects, eq(projects.editionId, editions.id))
    .where(inArray(projects.id, selection.ids));
  if (!edition || others.length > 0) return fail("not_found");
  const filter = { edition: edition.year, chosen: String(selection.ids.length) };
  return writeTable(call, { edition, where: inArray(projects.id, selection.ids), filter });
}

type Exporting = Parameters<typeof recordExport>[0] & { language: Language };

async function writeTable(
  call: Exporting,
  {
    edition,
    where,
    filter,
    sort = DEFAULT_SORT,
  }: { edition: Edition; where: SQL | undefined; filter: object; sort?: ApplicationSort },
) {
  const { db, language, arrivedAt } = call;
  const order = await orderOf(db, sort, edition, arrivedAt);
  const rows = await readApplications(db, await sortedIds(db, where, order), edition, arrivedAt);
  const exported = { table: "applications", filter: { ...filter }, count: rows.length } as const;
  await recordExport(call, { target: editionTarget(edition), ...exported });
  const { applications: words } = messagesIn(language);
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
      row.steps.reduce((sum, { filled }) => sum + filled, 0),
      REQUIRED_FIELDS.length,
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
