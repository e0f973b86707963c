import styles from "./bounces.module.css";

const WIDTH = 100;
const HEIGHT = 40;

/**
 * Returns the SVG path of a parabola whose top is at `share` of the height. The control point is twice as high as the
 * top.
 */
function bounce(x: number, width: number, share: number): string {
  return `M${x} ${HEIGHT}Q${x + width / 2} ${HEIGHT - 2 * HEIGHT * share} ${x + width} ${HEIGHT}Z`;
}

/**
 * Draws a row of parabolas on one line. A missing value is drawn as a low parabola without a fill. The drawing is
 * hidden from assistive technology, because the text next to it gives the same numbers.
 *
 * @param parts for each parabola, its width in percent of the whole and its height as a share of the maximum
 */
export function Bounces({
  parts,
}: {
  parts: readonly { id: string; width: number; share: number | null }[];
}) {
  let x = 0;
  return (
    <svg
      className={styles.bounces}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {parts.map(({ id, width, share }) => {
        const start = x;
        x += width;
        return share === null ? (
          <path key={id} className={styles.missing} d={bounce(start + 1, width - 2, 0.2)} />
        ) : (
          <path key={id} className={styles.given} d={bounce(start, width, share)} />
        );
      })}
      <path className={styles.ground} d={`M0 ${HEIGHT}H${WIDTH}`} />
    </svg>
  );
}
