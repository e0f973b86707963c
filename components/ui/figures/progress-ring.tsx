import type { CSSProperties, ReactNode } from "react";
import { cx } from "../cx";
import styles from "./progress-ring.module.css";

/**
 * Shows progress as a ring that fills clockwise from the top. At 100 the ring is green.
 *
 * @param value 0 to 100
 * @param label what progresses, for screen readers
 * @param size outer diameter, any CSS length
 * @param sent whether the work is complete; the ring is then solid, in the text colour
 * @param children the content of the hole, usually the number
 */
export function ProgressRing({
  value,
  label,
  size,
  sent = false,
  className,
  children,
}: {
  value: number;
  label: string;
  size?: string;
  sent?: boolean;
  className?: string | undefined;
  children?: ReactNode;
}) {
  const shown = Math.min(100, Math.max(0, value));
  const style = size ? ({ "--ring": size } as CSSProperties) : undefined;
  return (
    <div
      className={cx(styles.progress, className)}
      style={style}
      role="progressbar"
      aria-label={label}
      aria-valuenow={shown}
      aria-valuemin={0}
      aria-valuemax={100}
      data-state={sent ? "sent" : shown === 100 ? "done" : "rising"}
    >
      <svg viewBox="0 0 800 800" aria-hidden="true" focusable="false">
        <circle className={styles.track} cx="400" cy="400" r="300" />
        {/* pathLength turns the dash lengths into percentages. A full ring has no dashes, so it shows no seam. */}
        {shown > 0 && (
          <circle
            className={styles.fill}
            cx="400"
            cy="400"
            r="300"
            pathLength={100}
            strokeDasharray={shown === 100 ? undefined : `${shown} 100`}
            transform="rotate(-90 400 400)"
          />
        )}
      </svg>
      {children && <span className={styles.hole}>{children}</span>}
    </div>
  );
}
