import {
  type getExportColumns as contract,
  EXPORT_COLUMNS,
  RANKING_GROUPS,
  usualColumns,
} from "@/contract/staff/exports";
import { messagesIn } from "../../documents/messages";
import { findCurrentEdition } from "../../editions/edition";
import { findShownRound } from "../../editions/rounds";
import { rankingAccess } from "../../evaluations/close/ranking-access";
import { editionOf } from "../../evaluations/edition";
import type { Call } from "../../http/serve";
import { columnTitle } from "../write-export";

/**
 * Returns the columns that an exported table can have, with their titles. Groups with scores or unreleased decisions
 * are locked until staff can read the ranking. Rule: staff.blind.
 */
export async function getExportColumns({ db, query, language, arrivedAt }: Call<typeof contract>) {
  const { list } = query;
  const words = messagesIn(language);
  const isRanked = list === "applications" || list === "selection";
  const edition =
    query.edition === undefined
      ? await findCurrentEdition(db, arrivedAt)
      : await editionOf(db, query.edition, arrivedAt);
  const round = isRanked && edition && (await findShownRound(db, edition, query.round, arrivedAt));
  const isOpen = round ? (await rankingAccess(db, round)).isOpen : false;
  const usual = new Set(usualColumns(list));
  return {
    groups: Object.entries<readonly string[]>(EXPORT_COLUMNS[list]).map(([name, columns]) => ({
      name,
      title: (words.tables.groups as Record<string, string>)[name] ?? name,
      locked: RANKING_GROUPS.includes(name) && !isOpen,
      columns: columns.map((column) => ({
        name: column,
        title: columnTitle(list, column, words),
        usual: usual.has(column),
      })),
    })),
    scores: isOpen,
  };
}
