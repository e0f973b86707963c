"use client";

import { useEffect, useRef, useState } from "react";

/** The selection of a list: some rows, or all that match its filters, with their count. */
export type Chosen = { ids: readonly string[] } | { all: number };

/**
 * Manages selected rows. A changed filter clears the selection; another page keeps it.
 *
 * @param filters the list's filters as text
 * @param page the ids of the visible rows
 */
export function useSelection(filters: string, page: readonly string[] = []) {
  const [chosen, setChosen] = useState<Chosen>({ ids: [] });
  const last = useRef<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters are another list
  useEffect(() => setChosen({ ids: [] }), [filters]);

  const isAll = "all" in chosen;
  // Deselecting a row of "all that match" keeps only the visible rows, because the ids of other rows are unknown.
  const ids = isAll ? page : chosen.ids;
  const isPage = page.length > 0 && page.every((id) => ids.includes(id));
  const add = (more: readonly string[]) => {
    if (!isAll) setChosen({ ids: [...new Set([...ids, ...more])] });
  };
  return {
    chosen,
    count: isAll ? chosen.all : ids.length,
    page,
    isPage,
    has: (id: string) => isAll || ids.includes(id),
    toggle: (id: string) => {
      last.current = id;
      setChosen({ ids: ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id] });
    },
    /** Selects all rows from the last selected row to this row. */
    upTo: (id: string) => {
      const from = page.indexOf(last.current ?? id);
      const to = page.indexOf(id);
      last.current = id;
      add(from < 0 ? [id] : page.slice(Math.min(from, to), Math.max(from, to) + 1));
    },
    add,
    /** The first call selects the page, the next one all that match. */
    more: (total: number) => (isPage ? setChosen({ all: total }) : add(page)),
    drop: (these: readonly string[]) => setChosen({ ids: ids.filter((id) => !these.includes(id)) }),
    all: (total: number) => setChosen({ all: total }),
    /** Reduces "all that match" to the visible rows. */
    onlyPage: () => setChosen({ ids: page }),
    none: () => setChosen({ ids: [] }),
  };
}
export type ListSelection = ReturnType<typeof useSelection>;
