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
import { chosenTables, namesIn, sendTables } from "../write-export";
import { readAgreement } from "./get-agreement";

/**
 * Exports how much the evaluators of a round agree in their scores, as one worksheet per table or as one CSV table. The
 * export contains scores and names, so it requires the same re-authentication as the ranking. Fails until staff can
 * read the ranking. Rule: staff.blind.
 */
export async function exportAgreement(call: Call<typeof contract>) {
  const { db, query, language, arrivedAt } = call;
  const { format, columns } = query;
  await requireKeyForAll(call, contract, {});
  const round = await roundAsked(db, query, arrivedAt);
  await requireJuryClosed(db, round);
  const groups: string[] = [];
  return sendTables(call, {
    ...{ list: "agreement", format, filter: { round: query.round } },
    ...{ target: editionTarget(round.edition), columns: groups },
    name: [`${round.edition.year}${fileSuffix(round)}`],
    async tables(tx) {
      const all = agreementTables(await readAgreement(tx, round), language);
      const tables = chosenTables("agreement", { columns }, all);
      groups.push(...namesIn("agreement", tables));
      return format === "csv" ? [joinTables(tables, messagesIn(language), "agreement")] : tables;
    },
  });
}

/** Returns the evaluators' agreement as tables for an export. */
function agreementTables(agreement: Agreement, language: Language): LabelledTable[] {
  const words = messagesIn(language);
  const said = words.tables.agreement;
  const titles = words.tables.columns.agreement;
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
      titles.alpha,
      [{ title: titles.alpha }],
      [
        [said.total, shown(alpha)],
        ...CRITERIA.map(({ id }): Cell[] => [words.criteria[id].name, shown(criteria[id])]),
      ],
    ),
    table(
      "projects",
      titles.projects,
      columnsOf(words, ["readings", "mean", "spread", "lowest", "highest"]),
      spreads.map((one) => [one.name, one.readings, one.mean, one.spread, one.lowest, one.highest]),
    ),
    table(
      "evaluators",
      titles.evaluators,
      columnsOf(words, ["readings", "shared", "difference", "spread", "lowest", "highest"]),
      evaluators.map((one) => [
        ...[one.name, one.readings, one.shared, one.difference],
        ...[one.spread, one.lowest, one.highest],
      ]),
    ),
    table(
      "cutoffs",
      titles.cutoffs,
      columnsOf(words, ["stage", "places", "moves", "rank", "calibrated_rank"]),
      movesIn(cutoffs),
    ),
    ...(discussed
      ? [
          table(
            "discussed",
            titles.discussed,
            columnsOf(words, ["stage", "places", "moves_discussed", "before", "after"]),
            movesIn(discussed),
          ),
        ]
      : []),
  ];
}

type Columns = Messages["tables"]["columns"]["agreement"] &
  Messages["tables"]["agreement"]["columns"];

const columnsOf = (
  { tables: { columns, agreement } }: Messages,
  names: readonly (keyof Columns)[],
) => {
  const titles = { ...columns.agreement, ...agreement.columns };
  return names.map((name) => ({ name, title: titles[name] }));
};

const table = (
  name: string,
  sheet: string,
  columns: LabelledTable["columns"],
  rows: Cell[][],
): LabelledTable => ({
  ...{ name, sheet, fixed: 1, rows },
  columns: [{ title: sheet }, ...columns],
});
