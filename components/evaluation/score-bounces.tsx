import { Bounces } from "@/components/ui/figures/bounces";
import { CRITERIA, SCORE_MAX, type Scores } from "@/contract/evaluation/weights";

/** Draws the five scores of a project as parabolas: the width is the criterion's weight, the height the score. */
export function ScoreBounces({ scores }: { scores: Scores }) {
  const parts = CRITERIA.map(({ id, weight }) => {
    const score = scores[id];
    return { id, width: weight, share: score === null ? null : score / SCORE_MAX };
  });
  return <Bounces parts={parts} />;
}
