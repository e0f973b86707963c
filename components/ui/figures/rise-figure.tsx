import type { Moment } from "./leap";
import styles from "./rise-figure.module.css";

/** Half of it lies outside a circle, so the hoop's diameter stays the o's (its line does not scale). */
const LINE = 3;

/**
 * The rise as SVG groups: hoops where the o was, the ring where it is. The hole is filled with the
 * surface, so that hoops never cross what is written in it. For use inside an `<svg>`.
 *
 * @param ringClass on the ring's group, which holds one more group: to move x and y apart
 */
export function RiseFigure({
  moments,
  ringClass,
}: {
  moments: Moment[];
  ringClass?: string | undefined;
}) {
  const ring = moments.at(-1);
  return (
    <>
      {moments.slice(0, -1).map(({ x, y, d }) => (
        <circle key={x} className={styles.hoop} cx={x} cy={y} r={(d - LINE) / 2} />
      ))}
      {ring && (
        <g className={ringClass}>
          <g>
            <circle className={styles.solid} cx={ring.x} cy={ring.y} r={ring.d / 2} />
            <circle className={styles.hole} cx={ring.x} cy={ring.y} r={ring.d / 4} />
          </g>
        </g>
      )}
    </>
  );
}
