import type { Stage } from "@/contract/evaluation/funnel";
import type { Edition } from "./edition";

/**
 * Identifies a round: one reading of an edition's projects, with its own jury, scores, records, and ranking.
 * The number 1 is the first reading, which every edition has.
 */
export type RoundKey = {
  editionId: string;
  number: number;
  /** The stage for which the round's ranking decides. */
  stage: Stage;
};

/** A round with its edition and its dates. The dates of the first round are the edition's. */
export type Round = RoundKey & {
  edition: Edition;
  opensAt: Date | null;
  closesAt: Date | null;
};

/** Returns the key of an edition's first round. */
export function firstRoundKey(editionId: string): RoundKey {
  return { editionId, number: 1, stage: "pre_selected" };
}

/** Returns the first round of an edition. */
export function firstRound(edition: Edition): Round {
  return {
    ...firstRoundKey(edition.id),
    edition,
    opensAt: edition.evaluationOpensAt,
    closesAt: edition.evaluationClosesAt,
  };
}
