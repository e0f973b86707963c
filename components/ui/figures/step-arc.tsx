import type { CSSProperties } from "react";
import { cx } from "../cx";
import { Ring } from "./ring";
import styles from "./step-arc.module.css";

/** The parabola in drawing units. The drawing stretches to its box, so only proportions matter. */
export const ARC = { width: 100, height: 40, ground: 39, apex: 36, from: 1, to: 99 } as const;

const clamp = (share: number) => Math.min(1, Math.max(0, share));

/** Returns the point of the parabola at a fraction (0 to 1) of its path, in drawing units. */
export function arcAt(share: number): { x: number; y: number } {
  const t = clamp(share);
  return {
    x: ARC.from + (ARC.to - ARC.from) * t,
    y: ARC.ground - 4 * ARC.apex * t * (1 - t),
  };
}

/**
 * Returns the SVG path of the first part of the parabola, cut at the fraction `share` by the de Casteljau algorithm.
 */
export function arcPath(share = 1): string {
  const t = clamp(share);
  const control = {
    x: ARC.from + ((ARC.to - ARC.from) / 2) * t,
    y: ARC.ground - 2 * ARC.apex * t,
  };
  const end = arcAt(t);
  return `M${ARC.from} ${ARC.ground}Q${control.x} ${control.y} ${end.x} ${end.y}`;
}

/**
 * Draws one step of an application as a parabola. The filled part of the parabola is the fraction of required fields
 * that are filled. Every page draws steps with this component. A text next to the parabola must give the same
 * information.
 *
 * @param here puts the ring of the current step at the end of the filled part
 * @param className sets the height
 */
export function StepArc({
  filled,
  required,
  here = false,
  className,
}: {
  filled: number;
  required: number;
  here?: boolean;
  className?: string | undefined;
}) {
  const share = filled / required;
  const at = arcAt(share);
  const style = {
    "--x": `${(at.x / ARC.width) * 100}%`,
    "--y": `${(at.y / ARC.height) * 100}%`,
    "--filled": `${share * 100}%`,
  } as CSSProperties;
  return (
    <span
      className={cx(styles.arc, className)}
      style={style}
      data-complete={share === 1}
      aria-hidden="true"
    >
      <svg viewBox={`0 0 ${ARC.width} ${ARC.height}`} preserveAspectRatio="none" aria-hidden="true">
        <path className={styles.track} d={arcPath()} />
        {share > 0 && <path className={styles.fill} d={arcPath(share)} />}
      </svg>
      {here && (
        <span className={styles.here}>
          <Ring size="var(--here)" className={styles.ring} />
        </span>
      )}
    </span>
  );
}
