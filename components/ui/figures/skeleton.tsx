import type { CSSProperties } from "react";
import { VisuallyHidden } from "../visually-hidden";
import styles from "./skeleton.module.css";
import { Spinner } from "./spinner";

/**
 * A placeholder for what is loading: ground lines at the height of the lines to come.
 * Whoever shows it keeps it for a moment (`use-at-least.ts`), so that a quick response does not flicker.
 *
 * @param label what is loading, announced politely
 * @param lines how many lines to stand in for
 */
export function Skeleton({ label, lines = 4 }: { label: string; lines?: number }) {
  return (
    <div className={styles.skeleton} role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      <Spinner />
      {Array.from({ length: lines }, (_, index) => (
        <span
          // Lines have no identity but their position.
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed row of equal lines
          key={index}
          className={styles.line}
          style={{ "--line-width": `${100 - ((index * 23) % 50)}%` } as CSSProperties}
        />
      ))}
    </div>
  );
}
