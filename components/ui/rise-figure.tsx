import type { Moment } from "./leap";
import styles from "./rise-figure.module.css";

/** Thickness of a hoop's line in the drawing's units (the drawings are made for 1 unit = 1 px). */
const LINE = 3;

/**
 * The rise as SVG groups: hoops where the o was, the ring where it is. The hole is filled with the
 * surface, so that hoops never cross what is written in it. To be used inside an `<svg>`.
 */
export function RiseFigure({
  moments,
  ringClass,
  hoopClass,
}: {
  moments: Moment[];
  ringClass?: string | undefined;
  hoopClass?: string | undefined;
}) {
  const ring = moments.at(-1);
  return (
    <>
      {moments.slice(0, -1).map(({ x, y, d }) => (
        <circle
          key={x}
          className={[styles.hoop, hoopClass].filter(Boolean).join(" ")}
          cx={x}
          cy={y}
          r={(d - LINE) / 2}
          strokeWidth={LINE}
        />
      ))}
      {ring && (
        <g className={ringClass}>
          <circle className={styles.solid} cx={ring.x} cy={ring.y} r={ring.d / 2} />
          <circle className={styles.hole} cx={ring.x} cy={ring.y} r={ring.d / 4} />
        </g>
      )}
    </>
  );
}
