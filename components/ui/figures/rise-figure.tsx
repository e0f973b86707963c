import type { Moment } from "./leap";
import styles from "./rise-figure.module.css";

/**
 * Line width, which does not scale with the drawing. Half of a circle's line is outside the circle, so the circle's
 * radius is smaller by half the line width.
 */
const LINE = 3;

/**
 * Draws a rising ring as SVG groups: thin rings for its past positions, and a thick ring for its current position. The
 * thick ring's hole has the surface colour, so that thin rings do not cross the text in the hole. Use the component
 * inside an `<svg>`.
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
