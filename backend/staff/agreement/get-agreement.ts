import { asc, inArray } from "drizzle-orm";
import { RACE, type Stage } from "@/contract/evaluation/funnel";
import { CRITERIA, type Criterion } from "@/contract/evaluation/weights";
import {
  type Agreement,
  type AgreementAlpha,
  type Cutoff,
  type getAgreement as contract,
  SPREADS_SHOWN,
} from "@/contract/staff/agreement";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { type Round, readRounds, roundDeciding } from "../../editions/rounds";
import { requireJuryClosed } from "../../evaluations/close/ranking-access";
import { roundAnswer } from "../../evaluations/own-rounds";
import { crossing, krippendorffAlpha, severities } from "../../evaluations/ranking/agreement";
import { deviation, mean, oneDecimal } from "../../evaluations/ranking/calibration";
import { type Evaluated, keyOf, markOf, rankingOf } from "../../evaluations/ranking/kept-ranking";
import { keepResults } from "../../evaluations/ranking/kept-results";
import type { RankingRow } from "../../evaluations/ranking/ranking";
import type { Call } from "../../http/serve";
import { roundAsked } from "../shown-round";

/**
 * Returns how much the evaluators of a round agree in their scores. Fails before staff can read the ranking. Rule:
 * staff.blind.
 */
export async function getAgreement({ db, query, arrivedAt }: Call<typeof contract>) {
  const round = await roundAsked(db, query, arrivedAt);
  await requireJuryClosed(db, round);
  const agreement = await readAgreement(db, round);
  return { ...agreement, spreads: agreement.spreads.slice(0, SPREADS_SHOWN) };
}

const keptAgreements = keepResults<Agreement>();

/**
 * Returns how much the evaluators of a round agree in their scores. Caches the result until its input changes.
 * `spreads` contains all projects that two or more evaluators scored.
 */
export async function readAgreement(db: Executor, round: Round): Promise<Agreement> {
  const { edition } = round;
  const mark = await markOf(db, round);
  const ranking = await rankingOf(db, round, mark);
  const names = await namesOf(
    db,
    ranking.judgements.map(({ evaluator }) => evaluator),
  );
  const all = await readRounds(db, edition);
  const decided = RACE.filter((stage) => roundDeciding(all, stage).number === round.number);
  const stages = decided.includes(round.stage) ? decided : [round.stage, ...decided];
  const shown = [[...names], stages, edition.places, round.weight, round.discussion, round.names];
  const input = `${mark} ${JSON.stringify(shown)}`;
  return keptAgreements(db, { key: keyOf(round), mark: input }, async () => {
    const first = round.discussion ? await rankingOf(db, round, mark, { first: true }) : null;
    return calculateAgreement(round, { ranking, first, names, stages });
  });
}

type Input = {
  ranking: Evaluated;
  /** The ranking of the original scores, before the evaluators' discussions. Null if the round has no discussions. */
  first: Evaluated | null;
  names: ReadonlyMap<string, string>;
  /** The stages for which the page "Agreement" lists projects whose selection changes by calibration or discussion. */
  stages: readonly Stage[];
};

/** Calculates the evaluators' agreement from the evaluations in the ranking. */
function calculateAgreement(
  round: Round,
  { ranking: { rows, judgements }, first, names, stages }: Input,
): Agreement {
  const { edition } = round;
  // Sort the evaluators by name first, so that equally severe evaluators stay in the order of their names.
  const byEvaluator = Map.groupBy(judgements, ({ evaluator }) => evaluator);
  const totals = [...names.keys()].flatMap((evaluator) =>
    (byEvaluator.get(evaluator) ?? []).map(({ project, total }) => ({
      ...{ evaluator, project, value: total },
    })),
  );
  const alphaOf = (id: Criterion) =>
    shownAlpha(
      krippendorffAlpha(
        judgements.map(({ evaluator, project, scores }) => ({
          ...{ evaluator, project, value: scores[id] },
        })),
      ),
    );
  const evaluators = severities(totals);
  const byProject = Map.groupBy(totals, ({ project }) => project);
  const spreads = rows
    .flatMap(({ id, nome }) => {
      const values = (byProject.get(id) ?? []).map(({ value }) => value);
      const spread = deviation(values);
      return spread === null ? [] : [{ id, name: nome, values, spread }];
    })
    .sort((one, other) => other.spread - one.spread);
  const cutoffsOf = (moved: readonly Shift[]): Cutoff[] =>
    stages.map((stage) => {
      const { entering, leaving } = crossing(moved, edition.places[stage]);
      return {
        ...{ stage, places: edition.places[stage] },
        entering: entering.flatMap(shownCrossing),
        leaving: leaving.flatMap(shownCrossing),
      };
    });
  return {
    edition: edition.year,
    ...roundAnswer(round),
    evaluations: judgements.length,
    readers: evaluators.length,
    compared: spreads.length,
    alpha: shownAlpha(krippendorffAlpha(totals)),
    criteria: Object.fromEntries(CRITERIA.map(({ id }) => [id, alphaOf(id)])) as Record<
      Criterion,
      AgreementAlpha
    >,
    spreads: spreads.map(({ values, spread, ...project }) => ({
      ...project,
      readings: values.length,
      mean: oneDecimal(mean(values) ?? 0),
      spread: oneDecimal(spread),
      lowest: oneDecimal(Math.min(...values)),
      highest: oneDecimal(Math.max(...values)),
    })),
    evaluators: evaluators.map(({ evaluator, ...own }) => ({
      ...own,
      id: evaluator,
      name: names.get(evaluator) ?? "",
      difference: oneDecimal(own.difference),
      lowest: oneDecimal(own.lowest),
      highest: oneDecimal(own.highest),
      spread: oneDecimal(own.spread),
    })),
    blended: round.weight !== null,
    cutoffs: cutoffsOf(
      rows.map((row) => ({ ...row, before: row.rank, after: row.calibrated_rank })),
    ),
    discussed: first && cutoffsOf(rankShifts(first.rows, rows)),
  };
}

/** Rounds Krippendorff's α to three decimals, as is usual in publications. */
function shownAlpha({ value, reason }: AgreementAlpha): AgreementAlpha {
  return { value: value === null ? null : Math.round(value * 1000) / 1000, reason };
}

type Shift = Pick<RankingRow, "id" | "nome"> & { before: number | null; after: number | null };

/**
 * Compares each project's calibrated rank by the original scores with its rank by the scores that evaluators revised
 * after discussions.
 */
function rankShifts(first: readonly RankingRow[], rows: readonly RankingRow[]) {
  const before = new Map(first.map((row) => [row.id, row.calibrated_rank]));
  return rows.map(
    (row): Shift => ({
      ...{ id: row.id, nome: row.nome, before: before.get(row.id) ?? null },
      after: row.calibrated_rank,
    }),
  );
}

function shownCrossing({ id, nome, before, after }: Shift) {
  return before === null || after === null ? [] : [{ id, name: nome, before, after }];
}

async function namesOf(db: Executor, ids: string[]): Promise<Map<string, string>> {
  const people = await db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]))
    .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id));
  return new Map(people.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`]));
}
