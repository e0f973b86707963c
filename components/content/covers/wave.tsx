import type { CSSProperties } from "react";
import styles from "./wave.module.css";

/** Width of the drawing in drawing units. The rings share this width. */
const WIDTH = 1344;
/** Maximum diameter of a ring, so that even a few rings look like a row. */
const LARGEST = 96;

/** A group of rings: the number of rings, the text below them, and whether the rings rise above the line in an arc. */
export type WavePart = { count: number; words: string; rises?: boolean };

/**
 * Draws a row of rings on a line, one ring per item. Rings of future items rise in a wave. The text below the line
 * gives the same information.
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
