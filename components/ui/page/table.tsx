import type { ReactNode } from "react";
import { VisuallyHidden } from "../visually-hidden";
import styles from "./table.module.css";

/**
 * A table that scrolls inside itself. Rows and cells are plain HTML; mark figures with `data-numeric`
 * on th and td, and rows that are links with `data-link`.
 *
 * @param caption what the table holds (for screen readers, not shown)
 * @param busy new rows are loading
 */
export function Table({
  caption,
  busy,
  children,
}: {
  caption: string;
  busy?: boolean;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
    <section className={styles.scroll} aria-label={caption} aria-busy={busy} tabIndex={0}>
      <table className={styles.table}>
        <VisuallyHidden as="caption">{caption}</VisuallyHidden>
        {children}
      </table>
    </section>
  );
}
