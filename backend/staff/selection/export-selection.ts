import type { Stage } from "@/contract/evaluation/funnel";
import { exportSelection as contract } from "@/contract/staff/selection";
import { editionTarget } from "../../audit-log/entries";
import type { Executor } from "../../db/connect";
import { messagesIn } from "../../documents/messages";
import type { Edition } from "../../editions/edition";
import { readRounds, roundDeciding, shownRound } from "../../editions/rounds";
import { requireJuryClosed } from "../../evaluations/close/ranking-access";
import { editionOf } from "../../evaluations/edition";
import { currentDecisions } from "../../evaluations/ranking/decisions";
import { readRanking } from "../../evaluations/ranking/kept-ranking";
import { fileSlug } from "../../http/download";
import type { Call } from "../../http/serve";
import {
  APPLICATION_VALUES,
  readExported,
  voiceColumns,
} from "../applications/application-columns";
import { requireKeyForAll } from "../record-export";
import { chosenColumns, sendExport } from "../write-export";

/**
 * Exports the ranking with the decisions as a table, in ranking order. With a stage, exports only projects with a
 * decision for this stage. The command `npm run evaluation -- funnel` reads the table's receipt numbers. Refuses before
 * staff can read the ranking. Rule: staff.blind.
 */
export async function exportSelection(call: Call<typeof contract>) {
  const { db, query, language, arrivedAt: now } = call;
  const { format, columns, rows, round: _, ...filter } = query;
  const { stage, outcome } = filter;
  await requireKeyForAll(call, contract, filter);
  const edition = await editionOf(db, query.edition, now);
  const round = await exportedRound(db, edition, query, now);
  await requireJuryClosed(db, round);
  const words = messagesIn(language);
  const list = "selection";
  const options = { format, rows, columns: columns ?? usualOf(stage) };
  const isScores = rows === "scores";
  return sendExport(call, {
    ...{ list, options, filter, target: editionTarget(edition), values: APPLICATION_VALUES },
    name: [
      edition.year,
      stage ? fileSlug(words.stages[stage]) : words.export.ranking_name,
      ...(round.number > 1 && !stage ? [String(round.number)] : []),
      ...(stage && outcome ? [fileSlug(words.tables.outcomes[outcome])] : []),
      ...(isScores ? [words.export.scores_name] : []),
    ],
    async rows(tx) {
      const ranked = await readRanking(tx, round);
      const decided = await currentDecisions(tx, edition.id, { released: false });
      const ids = ranked.rows.flatMap(({ id }) => {
        const decision = stage && decided.get(id)?.get(stage);
        const isIn = !stage || (decision && (!outcome || decision.outcome === outcome));
        return isIn ? [id] : [];
      });
      return readExported(tx, { edition, ids, now }, { list, options, language, ranked, round });
    },
    ...(isScores && { further: (words) => voiceColumns(words, language) }),
  });
}

/**
 * Returns the round to export: the requested round, or the round that decides the requested stage. If the request names
 * neither, returns the round that the selection page shows.
 */
async function exportedRound(
  db: Executor,
  edition: Edition,
  { round, stage }: { round?: number | undefined; stage?: Stage | undefined },
  now: Date,
) {
  const all = await readRounds(db, edition);
  return round === undefined && stage ? roundDeciding(all, stage) : shownRound(all, round, now);
}

/** Returns the default columns of a table about one stage, which omit the decisions of other stages. */
function usualOf(stage: string | undefined): string | undefined {
  if (!stage) return undefined;
  return chosenColumns("selection", {})
    .filter((name) => !name.startsWith("decision_") || name === `decision_${stage}`)
    .join(",");
}
