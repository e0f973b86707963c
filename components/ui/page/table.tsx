import type { MouseEvent, ReactNode } from "react";
import { VisuallyHidden } from "../visually-hidden";
import styles from "./table.module.css";

/** Links still lead to what they name; a box or button would act on a row that is about to go. */
function refuse(event: MouseEvent) {
  if (!(event.target as Element).closest("input, button, label")) return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * A table that scrolls inside itself. Rows and cells are plain HTML; mark figures with `data-numeric`
 * on th and td, and rows that are links with `data-link`.
 *
 * @param caption what the table holds (for screen readers, not shown)
 * @param busy the rows of another list are shown until those of this one have loaded: nothing in them acts
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
    <section
      className={styles.scroll}
      aria-label={caption}
      aria-busy={busy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
      tabIndex={0}
      onClickCapture={busy ? refuse : undefined}
    >
      <table className={styles.table}>
        <VisuallyHidden as="caption">{caption}</VisuallyHidden>
        {children}
      </table>
    </section>
  );
}
