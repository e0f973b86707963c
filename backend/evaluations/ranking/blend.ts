import { inDecidingOrder } from "@/contract/evaluation/deciding-order";
import type { WeightedCriterion } from "@/contract/evaluation/weights";
import type { Executor } from "../../db/connect";
import { type Round, readRounds } from "../../editions/rounds";
import { ranks } from "./calibration";
import { type Evaluated, markOf, readRanking } from "./kept-ranking";
import { decidingValues, type RankingRow } from "./ranking";

/**
 * The unrounded values behind a project's rank in a ranking that combines two rounds: the value in this round (`own`),
 * the value in the earlier round (`before`), and their weighted combination (`value`).
 */
export type Blended = { own: number | null; before: number | null; value: number | null };

type Deciding = {
  rows: RankingRow[];
  method: Evaluated["method"];
  /** The values of both rounds by project id. Null if only this round's values determine the ranking. */
  blended: Map<string, Blended> | null;
};

/**
 * Returns the ranking that decides the selection stage of a round. The field `calibrated_rank` contains the deciding
 * rank. If the round has a weight, the deciding value is `weight · this round + (100 − weight) · the earlier round`. A
 * project without one of the two values has no rank. If the two rounds have different criteria or weights of criteria,
 * no project has a rank, because the values are not comparable.
 *
 * Only staff read this ranking, because its order reveals the results of the earlier round (rule evaluation.rounds).
 */
export async function rankDeciding(db: Executor, round: Round): Promise<Deciding> {
  const { rows, method, judgements } = await readRanking(db, round);
  const before = round.weight === null ? undefined : await roundRead(db, round);
  if (!before) return { rows, method, blended: null };
  const own = decidingValues(judgements);
  const earlier = await decidingValuesOf(db, before);
  const isComparable = sameWeights(method.criteria, earlier.criteria);
  const blended = rows.map(({ id }) => {
    const values = { own: own.get(id) ?? null, before: earlier.values.get(id) ?? null };
    return [id, { ...values, value: isComparable ? blend(values, round) : null }] as const;
  });
  const rank = ranks(blended.map(([, { value }]) => value));
  return {
    rows: inDecidingOrder(
      rows.map((row, index) => ({ ...row, calibrated_rank: rank[index] ?? null })),
    ),
    method,
    blended: new Map(blended),
  };
}

/** Returns a fingerprint of the input of `rankDeciding`. */
export async function decidingMark(db: Executor, round: Round): Promise<string> {
  const before = round.weight === null ? undefined : await roundRead(db, round);
  const own = `${await markOf(db, round)} ${round.weight}`;
  return before ? `${own} ${before.number} ${await decidingMark(db, before)}` : own;
}

async function decidingValuesOf(db: Executor, round: Round) {
  const { method, judgements } = await readRanking(db, round);
  const own = decidingValues(judgements);
  const before = round.weight === null ? undefined : await roundRead(db, round);
  if (!before) return { criteria: method.criteria, values: own };
  const earlier = await decidingValuesOf(db, before);
  const values = new Map<string, number>();
  for (const [id, mine] of own) {
    const value = blend({ own: mine, before: earlier.values.get(id) ?? null }, round);
    if (value !== null && sameWeights(method.criteria, earlier.criteria)) values.set(id, value);
  }
  return { criteria: method.criteria, values };
}

async function roundRead(db: Executor, { edition, reads }: Round): Promise<Round | undefined> {
  return (await readRounds(db, edition)).find(({ number }) => number === reads);
}

/** Returns the weighted combination of two values. Null without a weight, or if a value is missing. */
export function blend(
  { own, before }: Pick<Blended, "own" | "before">,
  { weight }: Pick<Round, "weight">,
): number | null {
  if (own === null || before === null || weight === null) return null;
  return (weight * own + (100 - weight) * before) / 100;
}

function sameWeights(one: readonly WeightedCriterion[], other: readonly WeightedCriterion[]) {
  return one.every(({ id, weight }) => other.find((own) => own.id === id)?.weight === weight);
}
