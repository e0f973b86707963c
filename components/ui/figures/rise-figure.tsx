import type { Moment } from "./leap";
import styles from "./rise-figure.module.css";

/** Stroke width. It does not scale, and half of it lies outside a circle, so the radius is reduced by half of it. */
const LINE = 3;

/**
 * Draws a rise as SVG groups: hoops for the past positions of the o, and a ring for its current position. The hole is
 * filled with the surface colour, so that hoops do not cross the text in it. Use it inside an `<svg>`.
 *
 * @param ringClass class of the ring's group; a nested group allows separate x and y motion
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
