import type { ReactNode } from "react";
import { cx } from "../cx";
import markStyles from "./mark.module.css";
import styles from "./status.module.css";

export type Tone = "flight" | "done" | "wrong" | "here" | "off";

/**
 * Shows a small ring and a word. The word carries the meaning; the colour only repeats the meaning.
 *
 * @param tone flight (in progress), done, wrong (or expired), here (current), off (closed, or not yet open)
 * @param hop whether the ring hops once (after a save)
 */
export function Status({
  tone,
  hop = false,
  className,
  children,
}: {
  tone: Tone;
  hop?: boolean;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <span className={cx(styles.status, className)} data-tone={tone}>
      <span className={cx(markStyles.mark, styles.mark, hop && styles.hop)} aria-hidden="true" />
      <span>{children}</span>
    </span>
  );
}
