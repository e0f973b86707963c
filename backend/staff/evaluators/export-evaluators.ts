import type { AnswerOf } from "@/contract/endpoint";
import {
  exportEvaluators as contract,
  type EvaluatorRow,
  type JuryConflict,
  type listEvaluators as listContract,
} from "@/contract/staff/evaluators";
import { editionTarget } from "../../audit-log/entries";
import { messagesIn } from "../../documents/messages";
import { fileSuffix } from "../../evaluations/own-rounds";
import { fileSlug } from "../../http/download";
import type { Call } from "../../http/serve";
import { receiptsOf } from "../receipts-of";
import { requireKeyForAll } from "../record-export";
import { roundAsked } from "../shown-round";
import { type ExportValues, sendExport } from "../write-export";
import { listEvaluators } from "./list-evaluators";

/**
 * Exports the matching evaluators as a table with their progress and invitation. Never includes scores. Rule:
 * staff.blind.
 */
export async function exportEvaluators(call: Call<typeof contract>) {
  const { format, columns, ...filter } = call.query;
  await requireKeyForAll(call, contract, filter);
  const round = await roundAsked(call.db, filter, call.arrivedAt);
  const { edition } = round;
  const { tables } = messagesIn(call.language);
  const { state, search } = filter;
  return sendExport(call, {
    ...{ list: "evaluators", options: { format, columns }, filter, values: VALUES },
    target: editionTarget(edition),
    name: [
      `${edition.year}${fileSuffix(round)}`,
      ...(state ? [fileSlug(tables.states.evaluators[state])] : []),
      ...(search ? [tables.filtered] : []),
    ],
    async rows(tx) {
      const asked = { ...call, db: tx, query: filter } as unknown as Call<typeof listContract>;
      const { evaluators } = (await listEvaluators(asked)) as AnswerOf<typeof listContract>;
      const conflicts = evaluators.flatMap((one) => one.conflict_projects.map(({ id }) => id));
      const receipts = await receiptsOf(tx, conflicts);
      return evaluators.map((one) => ({ ...one, receipts }));
    },
  });
}

type Row = EvaluatorRow & { receipts: ReadonlyMap<string, string> };

/**
 * Returns an evaluator's conflicts of interest as text. Each project has its receipt number, because two projects can
 * have the same name.
 */
const conflictsOf =
  (kind: JuryConflict) =>
  ({ conflict_projects: projects, receipts }: Row) =>
    projects
      .flatMap((one) => {
        const number = receipts.get(one.id);
        return one.kind === kind ? [number ? `${one.name} (${number})` : one.name] : [];
      })
      .join("; ");

const toDate = (instant: string | null) => (instant === null ? null : new Date(instant));

/** Functions that return the column values for `EXPORT_COLUMNS.evaluators`. */
const VALUES: ExportValues<Row> = {
  person: ({ name }) => name,
  email: ({ email }) => email,
  language: ({ language }) => language,
  id: ({ id }) => id,
  state: ({ state }, { tables }) => tables.states.evaluators[state],
  total: ({ total }) => total,
  read: ({ read }) => read,
  recused: ({ recused }) => recused,
  finishes: ({ finishes_at }) => toDate(finishes_at),
  closed: ({ closed_at }) => toDate(closed_at),
  stated: ({ conflicts }) => conflicts.join("; "),
  stated_projects: conflictsOf("stated"),
  recused_projects: conflictsOf("recused"),
  rule_projects: conflictsOf("rule"),
  invited: ({ invited_at }) => toDate(invited_at),
  answered: ({ answered_at }) => toDate(answered_at),
  capacity: ({ capacity }) => capacity,
  words: ({ words }) => words,
  link_until: ({ link_until }) => toDate(link_until),
  seen: ({ seen_at }) => toDate(seen_at),
};
