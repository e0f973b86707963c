"use client";

import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { Table } from "@/components/ui/page/table";
import styles from "./list-rows.module.css";
import { useRow, useRowKeys } from "./use-row-keys";

/** A column's head: its words alone, or with how its cells are. */
export type Column = string | { words: string; className?: string | undefined; numeric?: boolean };

/**
 * A list as a table whose rows are reached by keys.
 *
 * @param caption what the list holds
 * @param keys what its keys do, beyond moving (`useRowKeys`)
 * @param heads a class of the row of heads, where they are not those of every list
 * @param children its rows, each a `ListRow`
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
  keys?: Parameters<typeof useRowKeys>[0];
  heads?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div {...useRowKeys(keys)}>
      <Table caption={caption} busy={busy}>
        <thead className={heads}>
          <tr>
            {columns.map((column) => {
              const { words, className, numeric } =
                typeof column === "string" ? { words: column } : column;
              return (
                <th key={words} scope="col" className={className} data-numeric={numeric}>
                  {words}
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

/** A row that keys lead to; where there is little room it is a card, its cells below one another. */
export function ListRow({
  id,
  className = styles.card,
  children,
}: {
  id: string;
  /** A list whose cards are laid out otherwise. */
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <tr {...useRow(id)} className={cx(styles.row, className)}>
      {children}
    </tr>
  );
}
