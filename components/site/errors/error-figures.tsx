import type { Moment } from "@/components/ui/figures/leap";
import { RiseFigure } from "@/components/ui/figures/rise-figure";
import styles from "./error-scene.module.css";

/** Returns the positions of a ring that rises and falls along a parabola. The last position is lower than the first. */
function fall(apex: { x: number; y: number }, step: number, drop: number, d: number): Moment[] {
  return [-2, -1, 0, 1, 2, 3, 3.61].map((k) => ({
    x: apex.x + k * step,
    y: apex.y + drop * k * k,
    d,
  }));
}

const WIDE = fall({ x: 800, y: 99 }, 120, 32, 169);
const NARROW = fall({ x: 158, y: 77 }, 50, 16, 95);

/**
 * Drawing for a URL that leads to no page: a line, and a ring that fell off the end of the line.
 */
export function FallenFigure() {
  return (
    <>
      <svg className={styles.wide} viewBox="0 0 1440 500" aria-hidden="true" focusable="false">
        <path
          d="M-999 313H1010"
          stroke="currentColor"
          strokeWidth="4"
          vectorEffect="non-scaling-stroke"
        />
        <RiseFigure moments={WIDE} />
      </svg>
      <svg className={styles.narrow} viewBox="0 0 390 344" aria-hidden="true" focusable="false">
        <path
          d="M-99 191H236"
          stroke="currentColor"
          strokeWidth="4"
          vectorEffect="non-scaling-stroke"
        />
        <RiseFigure moments={NARROW} />
      </svg>
    </>
  );
}

/** Drawing for a failure: a ring that lies on a line. */
export function StillFigure() {
  return (
    <>
      <svg className={styles.wide} viewBox="0 0 1440 500" aria-hidden="true" focusable="false">
        <path
          d="M-999 313H2439"
          stroke="currentColor"
          strokeWidth="4"
          vectorEffect="non-scaling-stroke"
        />
        <RiseFigure moments={[{ x: 1150, y: 226.5, d: 169 }]} />
      </svg>
      <svg className={styles.narrow} viewBox="0 0 390 344" aria-hidden="true" focusable="false">
        <path
          d="M-99 191H489"
          stroke="currentColor"
          strokeWidth="4"
          vectorEffect="non-scaling-stroke"
        />
        <RiseFigure moments={[{ x: 300, y: 141.5, d: 95 }]} />
      </svg>
    </>
  );
}
