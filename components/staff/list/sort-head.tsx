"use client";

import type { ReactNode } from "react";
import { Link } from "@/lib/i18n/navigation";
import styles from "./sort-head.module.css";

/**
 * Renders the head of a column that sorts the list. The first press sorts ascending, the second one descending.
 *
 * @param sort the list's order: a column, descending with a minus sign
 * @param href returns the list's URL with a change (`useListAddress`)
 */
export function SortHead({
  column,
  sort,
  href,
  className,
  children,
}: {
  column: string;
  sort: string;
  href: (change: Record<string, string | undefined>) => string;
  className?: string | undefined;
  children: ReactNode;
}) {
  const state =
    sort === column ? "ascending" : sort === `-${column}` ? "descending" : ("none" as const);
  return (
    <th scope="col" aria-sort={state} className={className}>
      <Link
        className={styles.sort}
        href={href({ sort: state === "ascending" ? `-${column}` : column })}
        scroll={false}
        prefetch={false}
      >
        {children}
      </Link>
    </th>
  );
}
