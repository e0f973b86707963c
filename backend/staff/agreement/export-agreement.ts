import { CRITERIA } from "@/contract/evaluation/weights";
import type { Language } from "@/contract/languages";
import {
  type Agreement,
  type Cutoff,
  exportAgreement as contract,
} from "@/contract/staff/agreement";
import { editionTarget } from "../../audit-log/entries";
import { type Messages, messagesIn } from "../../documents/messages";
import type { Cell } from "../../documents/table";
import { requireJuryClosed } from "../../evaluations/close/ranking-access";
import { fileSuffix } from "../../evaluations/own-rounds";
import type { Call } from "../../http/serve";
import { joinTables, type LabelledTable } from "../join-tables";
import { requireKeyForAll } from "../record-export";
import { roundAsked } from "../shown-round";
import { sendTables } from "../write-export";
import { readAgreement } from "./get-agreement";

/**
 * Exports how far the evaluators of a round agree: one worksheet per table, or one CSV table. Contains scores and names
 * like the ranking, so it requires the same re-authentication. Refuses before staff can read the ranking. Rule:
 * staff.blind.
 */
export async function exportAgreement(call: Call<typeof contract>) {
  const { db, query, language, arrivedAt } = call;
  const { format } = query;
  await requireKeyForAll(call, contract, {});
  const round = await roundAsked(db, query, arrivedAt);
  await requireJuryClosed(db, round);
  const groups: string[] = [];
  return sendTables(call, {
    ...{ list: "agreement", format, filter: { round: query.round } },
    ...{ target: editionTarget(round.edition), columns: groups },
    name: [`${round.edition.year}${fileSuffix(round)}`],
    async tables(tx) {
      const tables = agreementTables(await readAgreement(tx, round), language);
      groups.push(...tables.map(({ name }) => name));
      return format === "csv" ? [joinTables(tables, messagesIn(language), "agreement")] : tables;
    },
  });
}

/** Returns the evaluators' agreement as tables for an export. */
function agreementTables(agreement: Agreement, language: Language): LabelledTable[] {
  const words = messagesIn(language);
  const said = words.tables.agreement;
  const { alpha, criteria, spreads, evaluators, cutoffs, discussed } = agreement;
  const movesIn = (all: readonly Cutoff[]) =>
    all.flatMap(({ stage, places, ...moved }) =>
      (["entering", "leaving"] as const).flatMap((moves) =>
        moved[moves].map(({ name, before, after }): Cell[] => [
          ...[name, words.stages[stage], places, said.moves[moves]],
          ...[before, after],
        ]),
      ),
    );
  const shown = ({ value, reason }: Agreement["alpha"]): Cell =>
    value ?? (reason && said.reasons[reason]);
  return [
    table(
      "alpha",
      said.alpha,
      [said.alpha],
      [
        [said.total, shown(alpha)],
        ...CRITERIA.map(({ id }): Cell[] => [words.criteria[id].name, shown(criteria[id])]),
      ],
    ),
    table(
      "projects",
      said.projects,
      columnsOf(said, ["readings", "mean", "spread", "lowest", "highest"]),
      spreads.map((one) => [one.name, one.readings, one.mean, one.spread, one.lowest, one.highest]),
    ),
    table(
      "evaluators",
      said.evaluators,
      columnsOf(said, ["readings", "shared", "difference", "spread", "lowest", "highest"]),
      evaluators.map((one) => [
        ...[one.name, one.readings, one.shared, one.difference],
        ...[one.spread, one.lowest, one.highest],
      ]),
    ),
    table(
      "cutoffs",
      said.cutoffs,
      columnsOf(said, ["stage", "places", "moves", "rank", "calibrated_rank"]),
      movesIn(cutoffs),
    ),
    ...(discussed
      ? [
          table(
            "discussed",
            said.discussed,
            columnsOf(said, ["stage", "places", "moves_discussed", "before", "after"]),
            movesIn(discussed),
          ),
        ]
      : []),
  ];
}

type Said = Messages["tables"]["agreement"];

const columnsOf = ({ columns }: Said, names: readonly (keyof Said["columns"])[]) =>
  names.map((name) => columns[name]);

const table = (
  name: string,
  sheet: string,
  titles: readonly string[],
  rows: Cell[][],
): LabelledTable => ({
  ...{ name, sheet, fixed: 1, rows },
  columns: [sheet, ...titles].map((title) => ({ title })),
});
