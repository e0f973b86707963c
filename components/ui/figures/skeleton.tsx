import type { CSSProperties } from "react";
import styles from "./skeleton.module.css";
import { Spinner } from "./spinner";
import { VisuallyHidden } from "./visually-hidden";

/**
 * The place of what is being loaded: ground lines at the height of the lines to come.
 * It appears after 200 ms, so that a quick answer shows no flicker.
 *
 * @param label what is loading, announced politely
 * @param lines how many lines to hold the place of
 */
export function Skeleton({ label, lines = 4 }: { label: string; lines?: number }) {
  return (
    <div className={styles.skeleton} role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      <Spinner />
      {Array.from({ length: lines }, (_, index) => (
        <span
          // Lines have no identity but their place.
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed row of equal lines
          key={index}
          className={styles.line}
          style={{ "--line-width": `${100 - ((index * 23) % 50)}%` } as CSSProperties}
        />
      ))}
    </div>
  );
}
