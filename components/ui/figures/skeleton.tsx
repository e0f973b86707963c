import type { CSSProperties } from "react";
import { VisuallyHidden } from "../visually-hidden";
import styles from "./skeleton.module.css";
import { Spinner } from "./spinner";

/**
 * Shows a placeholder during loading: lines at the height of the expected text lines. The caller shows the placeholder
 * for a minimum time (`use-at-least.ts`), so that a quick response does not flicker.
 *
 * @param label what is loading, announced politely
 * @param lines the number of placeholder lines
 */
export function Skeleton({ label, lines = 4 }: { label: string; lines?: number }) {
  return (
    <div className={styles.skeleton} role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      <Spinner />
      {Array.from({ length: lines }, (_, index) => (
        <span
          // A line has no identity except its position.
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed row of equal lines
          key={index}
          className={styles.line}
          style={{ "--line-width": `${100 - ((index * 23) % 50)}%` } as CSSProperties}
        />
      ))}
    </div>
  );
}
