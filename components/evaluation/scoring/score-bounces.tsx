import { CRITERIA, SCORE_MAX, type Scores } from "@/contract/evaluation/weights";
import styles from "./score-bounces.module.css";

const WIDTH = 100;
const HEIGHT = 40;

/** A parabola over its seat: apex at the score's height; control point at twice the apex. */
function bounce(x: number, width: number, score: number): string {
  return `M${x} ${HEIGHT}Q${x + width / 2} ${HEIGHT - (2 * HEIGHT * score) / SCORE_MAX} ${x + width} ${HEIGHT}Z`;
}

/**
 * The five scores as bounces: width = weight, height = score; a missing one is a low empty line.
 * The figures are given beside it in words, so it is hidden from assistive technology.
 */
export function ScoreBounces({ scores }: { scores: Scores }) {
  let x = 0;
  return (
    <svg
      className={styles.bounces}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {CRITERIA.map(({ id, weight }) => {
        const start = x;
        x += weight;
        const score = scores[id];
        return score === null ? (
          <path key={id} className={styles.missing} d={bounce(start + 1, weight - 2, 2)} />
        ) : (
          <path key={id} className={styles.given} d={bounce(start, weight, score)} />
        );
      })}
      <path className={styles.ground} d={`M0 ${HEIGHT}H${WIDTH}`} />
    </svg>
  );
}
