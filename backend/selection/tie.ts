import type { Places, Stage } from "@/contract/evaluation/funnel";
import { type DecisionsByProject, isSelected } from "../evaluations/ranking/decisions";
import { type Candidate, ineligible } from "./candidates";

/**
 * A tie for the last free places of a stage: more projects share a rank than places are free. `equals` are these
 * projects; `free` is the number of free places.
 */
export type Tie = { equals: Candidate[]; free: number };

/** Returns the eligible projects that have a rank but no decision for a stage, in ranking order. */
export function undecided(
  candidates: readonly Candidate[],
  standing: DecisionsByProject,
  stage: Stage,
): Candidate[] {
  return candidates.filter(
    (one) =>
      one.calibratedRank !== null &&
      ineligible(one, stage, standing) === null &&
      !standing.get(one.id)?.has(stage),
  );
}

/** Returns a tie that staff must resolve before the release of a stage, or null (rule staff.ties). */
export function tieAt(
  candidates: readonly Candidate[],
  standing: DecisionsByProject,
  stage: Stage,
  places: Places,
): Tie | null {
  const taken = candidates.filter(({ id }) => isSelected(standing, id, stage)).length;
  const free = places[stage] - taken;
  const next = undecided(candidates, standing, stage);
  const equals = next.filter(({ calibratedRank }) => calibratedRank === next[0]?.calibratedRank);
  return free > 0 && equals.length > free ? { equals, free } : null;
}
