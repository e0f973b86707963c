"use client";

import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { VisuallyHidden } from "../visually-hidden";
import styles from "./table.module.css";

/** Blocks checkboxes and buttons in outdated table rows while the next rows load. Links still work. */
function refuse(event: MouseEvent) {
  if (!(event.target as Element).closest("input, button, label")) return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Marks a container whose table fits, so that CSS keeps the table's head visible while the page scrolls. A wider table
 * scrolls inside the container, and its head then cannot stay visible.
 */
function useFit(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const section = container.current;
    const table = section?.querySelector("table");
    if (!section || !table) return;
    // Browsers round `scrollWidth` and `clientWidth`, so the two values can differ by 1 px without overflow.
    const measure = () =>
      section.toggleAttribute("data-fits", section.scrollWidth <= section.clientWidth + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(section);
    observer.observe(table);
    return () => observer.disconnect();
  }, [container]);
}

/**
 * Renders a table that scrolls inside its container. Rows and cells are plain HTML. Mark numeric th and td with
 * `data-numeric`, and rows that are links with `data-link`.
 *
 * @param caption the table's content, for screen readers only
 * @param busy whether the table still shows the previous rows while the next rows load; controls in the rows then do
 * nothing
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
  const container = useRef<HTMLElement>(null);
  useFit(container);
  return (
    <section
      ref={container}
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
