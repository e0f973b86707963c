import type { CSSProperties, ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { leapPart, type Month, type Phase, phaseKey } from "./phase-line";
import styles from "./time-axis.module.css";

const SIZE = { width: 1000, height: 100 };

/**
 * Draws an edition's phases as arcs over a time axis: the past solid, the future dashed. Children are placed by `--x`
 * and `--y`.
 */
export function Leaps({
  phases,
  className,
  children,
}: {
  phases: readonly Phase[];
  /** The CSS class that sets the height of the drawing. */
  className: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className={cx(styles.drawing, className)}>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        preserveAspectRatio="none"
      >
        {phases.map((phase) => (
          <g key={phaseKey(phase)}>
            {phase.done < 1 && (
              <path className={styles.future} d={leapPart(phase, [phase.done, 1], SIZE)} />
            )}
            {phase.done > 0 && (
              <path className={styles.past} d={leapPart(phase, [0, phase.done], SIZE)} />
            )}
          </g>
        ))}
      </svg>
      {children}
    </div>
  );
}

/** Renders the names of months below the time axis of a drawing. */
export function Months({
  months,
  nameOf,
}: {
  months: readonly Month[];
  nameOf: (month: Month["at"]) => string;
}) {
  return (
    <div className={styles.months}>
      {months.map(({ at, x }) => (
        <span key={x} data-end={x > 0.85} data-cut={x > 0.94} style={{ "--x": x } as CSSProperties}>
          {nameOf(at)}
        </span>
      ))}
    </div>
  );
}
