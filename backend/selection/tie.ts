import { type FunnelStage, placesOf } from "@/contract/evaluation/funnel";
import { isSelected, type Standing } from "../evaluations/ranking/standing";
import { type Candidate, ineligible } from "./candidates";

/** Equals who come next, and the places left, which are too few for all of them. */
export type Tie = { equals: Candidate[]; free: number };

/** Who may still be decided about for a stage: by the rules, with a rank, in the order of the ranking. */
export function undecided(
  candidates: readonly Candidate[],
  standing: Standing,
  stage: FunnelStage,
): Candidate[] {
  return candidates.filter(
    (one) =>
      one.calibratedRank !== null &&
      ineligible(one, stage, standing) === null &&
      !standing.get(one.id)?.has(stage),
  );
}

/** A choice between equals that is staff's to make before a stage is released (rule staff.ties); null where there is none. */
export function tieAt(
  candidates: readonly Candidate[],
  standing: Standing,
  stage: FunnelStage,
): Tie | null {
  const taken = candidates.filter(({ id }) => isSelected(standing, id, stage)).length;
  const free = placesOf(stage) - taken;
  const next = undecided(candidates, standing, stage);
  const equals = next.filter(({ calibratedRank }) => calibratedRank === next[0]?.calibratedRank);
  return free > 0 && equals.length > free ? { equals, free } : null;
}
