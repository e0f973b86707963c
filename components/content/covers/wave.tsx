import type { CSSProperties } from "react";
import styles from "./wave.module.css";

/** Width of the drawing, units; its rings share it. */
const WIDTH = 1344;
/** The largest ring: with few of them the row stays a row. */
const LARGEST = 96;

/** A part of the row: how many rings, the words that say so, and whether they are in the air. */
export type WavePart = { count: number; words: string; rises?: boolean };

/**
 * A row of rings on the ground, one for each thing there is; those to come rise in a wave. The words
 * under the ground say the same.
 */
export function Wave({ parts }: { parts: readonly WavePart[] }) {
  const shown = parts.filter(({ count }) => count > 0);
  const total = shown.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  const pitch = WIDTH / total;
  const d = Math.min(LARGEST, pitch * 0.85);
  const apex = d * 3;
  const height = apex + d;
  const rings = shown.flatMap(({ count, rises }) =>
    Array.from({ length: count }, (_, index) => {
      const t = (index + 1) / (count + 1);
      return rises ? 4 * apex * t * (1 - t) : 0;
    }),
  );
  return (
    <div className={styles.wave}>
      <svg
        className={styles.rings}
        viewBox={`0 0 ${WIDTH} ${height}`}
        width={WIDTH}
        height={height}
        aria-hidden="true"
        focusable="false"
      >
        {rings.map((rise, index) => (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: a ring is nothing but its place
            key={index}
            cx={(index + 0.5) * pitch}
            cy={height - d / 2 - rise}
            r={(d * 3) / 8}
            strokeWidth={d / 4}
          />
        ))}
      </svg>
      <ul className={styles.words}>
        {shown.map(({ count, words }) => (
          <li key={words} style={{ "--count": count } as CSSProperties}>
            {words}
          </li>
        ))}
      </ul>
    </div>
  );
}
