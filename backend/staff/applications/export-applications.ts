import { eq, getTableColumns, inArray, type SQL } from "drizzle-orm";
import * as contract from "@/contract/staff/applications";
import { type ApplicationSort, DEFAULT_SORT } from "@/contract/staff/applications";
import { editionTarget } from "../../audit-log/entries";
import { editions, projects } from "../../db/schema/applications";
import { messagesIn } from "../../documents/messages";
import type { Edition } from "../../editions/edition";
import { findShownRound } from "../../editions/rounds";
import { fileSlug } from "../../http/download";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { editionOf } from "../edition-of";
import { requireKeyForAll } from "../record-export";
import { sendExport } from "../write-export";
import {
  APPLICATION_VALUES,
  type ApplicationOptions,
  readExported,
  requireReadable,
  voiceColumns,
} from "./application-columns";
import { applicationsMatching, type Filter } from "./application-filter";
import { orderOf, sortedIds } from "./application-order";

/** Exports the applications that match the filter as a table with the chosen columns. */
export async function exportApplications(call: Call<typeof contract.exportApplications>) {
  const { db, caller, arrivedAt } = call;
  const { format, columns, rows, ...filter } = call.query;
  await requireKeyForAll(call, contract.exportApplications, filter);
  const edition = await editionOf(db, filter.edition, arrivedAt);
  const where = await applicationsMatching(db, filter, edition, arrivedAt, caller.id);
  const { state, sort, ...others } = filter;
  const { applications, tables } = messagesIn(call.language);
  const isFiltered = Object.keys(others).some((name) => name !== "edition");
  return writeTable(call, {
    ...{ edition, where, filter, options: { format, columns, rows }, sort },
    name: [
      ...(state ? [fileSlug(applications.states[state])] : []),
      ...(isFiltered ? [tables.filtered] : []),
    ],
  });
}

/** Exports the applications that staff selected by id or by query, as a table. */
export async function exportChosenApplications(
  call: Call<typeof contract.exportChosenApplications>,
) {
  const { db, body, caller, arrivedAt } = call;
  const { selection, ...options } = body;
  const { tables } = messagesIn(call.language);
  if ("query" in selection) {
    const { query } = selection;
    await requireKeyForAll(call, contract.exportChosenApplications, query);
    const all = await editionOf(db, query.edition, arrivedAt);
    const where = await applicationsMatching(db, query, all, arrivedAt, caller.id);
    return writeTable(call, {
      edition: all,
      where,
      filter: query,
      options,
      name: [tables.filtered],
    });
  }
  const [edition, ...others] = await db
    .selectDistinct(getTableColumns(editions))
    .from(editions)
    .innerJoin(projects, eq(projects.editionId, editions.id))
    .where(inArray(projects.id, selection.ids));
  if (!edition || others.length > 0) return fail("not_found");
  const filter = { edition: edition.year, chosen: String(selection.ids.length) };
  const where = inArray(projects.id, selection.ids);
  return writeTable(call, { edition, where, filter, options, name: [tables.chosen] });
}

type Exporting = Parameters<typeof sendExport>[0];
type Asked = {
  edition: Edition;
  where: SQL | undefined;
  filter: Partial<Filter> | object;
  options: ApplicationOptions;
  sort?: ApplicationSort;
  /** The parts of the exported file's name that describe the filter. */
  name: string[];
};

async function writeTable(
  call: Exporting,
  { edition, where, filter, options, name, sort = DEFAULT_SORT }: Asked,
) {
  const { db, language, arrivedAt: now } = call;
  const list = "applications";
  const round = await findShownRound(db, edition, undefined, now);
  await requireReadable(db, round, list, options);
  const isScores = options.rows === "scores";
  return sendExport(call, {
    ...{ list, options, filter, target: editionTarget(edition), values: APPLICATION_VALUES },
    name: [edition.year, ...(isScores ? [messagesIn(language).export.scores_name] : []), ...name],
    async rows(tx) {
      const ids = await sortedIds(tx, where, await orderOf(tx, sort, edition, now));
      return readExported(tx, { edition, ids, now }, { list, options, language, round });
    },
    ...(isScores && { further: (words) => voiceColumns(words, language) }),
  });
}
