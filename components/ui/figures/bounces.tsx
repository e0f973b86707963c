import styles from "./bounces.module.css";

const WIDTH = 100;
const HEIGHT = 40;

/** A parabola over its seat: apex at the share of the height; control point at twice the apex. */
function bounce(x: number, width: number, share: number): string {
  return `M${x} ${HEIGHT}Q${x + width / 2} ${HEIGHT - 2 * HEIGHT * share} ${x + width} ${HEIGHT}Z`;
}

/**
 * Bounces side by side on one ground: a missing one is a low empty line. The figures are given beside it in words, so it is
 * hidden from assistive technology.
 *
 * @param parts each as wide as its percent of the whole, and as high as its share of what there can be
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
