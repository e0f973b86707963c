"use client";

import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { Table } from "@/components/ui/page/table";
import { useRow } from "@/components/ui/page/use-row-keys";
import styles from "./list-rows.module.css";
import { useRowShortcuts } from "./use-row-shortcuts";

/**
 * A column's header: its text, with an optional style. If `head` is set, the header shows `head` instead of the text.
 */
export type Column =
  | string
  | { words: string; className?: string | undefined; numeric?: boolean; head?: ReactNode };

/**
 * Renders a list as a table with keyboard navigation between rows.
 *
 * @param caption what the list contains
 * @param keys keyboard shortcuts besides moving (`useRowShortcuts`)
 * @param heads the class of the header row, if it differs from other lists
 * @param children the rows, each a `ListRow`
 */
export function ListTable({
  caption,
  columns,
  busy = false,
  keys = {},
  heads = styles.heads,
  children,
}: {
  caption: string;
  columns: readonly Column[];
  busy?: boolean;
  keys?: Parameters<typeof useRowShortcuts>[0];
  heads?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div {...useRowShortcuts(keys)}>
      <Table caption={caption} busy={busy}>
        <thead className={heads}>
          <tr>
            {columns.map((column) => {
              const { words, className, numeric, head } =
                typeof column === "string" ? { words: column } : column;
              return (
                <th key={words} scope="col" className={className} data-numeric={numeric}>
                  {head ?? words}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </Table>
    </div>
  );
}

/** Renders a list row that the keyboard can reach. On narrow screens, the row is a card with stacked cells. */
export function ListRow({
  id,
  className = styles.card,
  chosen,
  children,
}: {
  id: string;
  /** Whether the row is selected; absent in a list without selection. */
  chosen?: boolean;
  /** The CSS class of the row, if the cards of this list have another layout. */
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <tr {...useRow(id)} className={cx(styles.row, className)} data-chosen={chosen}>
      {children}
    </tr>
  );
}
