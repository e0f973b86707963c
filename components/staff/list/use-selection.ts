"use client";

import { useEffect, useRef, useState } from "react";

/** The selection of a list: the ids of some rows, or the count of all rows that match the filters. */
export type Chosen = { ids: readonly string[] } | { all: number };

/**
 * Manages the selected rows of a list. A changed filter clears the selection; another page keeps the selection.
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
  // If the user deselects a row of "all that match", only the visible rows stay selected, because the ids of other rows
  // are unknown.
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
    /** Selects all rows from the last selected row to the given row. */
    upTo: (id: string) => {
      const from = page.indexOf(last.current ?? id);
      const to = page.indexOf(id);
      last.current = id;
      add(from < 0 ? [id] : page.slice(Math.min(from, to), Math.max(from, to) + 1));
    },
    add,
    /** Extends the selection: first to all rows of the page, then to all rows that match the filters. */
    more: (total: number) => (isPage ? setChosen({ all: total }) : add(page)),
    drop: (these: readonly string[]) => setChosen({ ids: ids.filter((id) => !these.includes(id)) }),
    all: (total: number) => setChosen({ all: total }),
    /** Reduces a selection of "all that match" to the visible rows. */
    onlyPage: () => setChosen({ ids: page }),
    none: () => setChosen({ ids: [] }),
  };
}
export type ListSelection = ReturnType<typeof useSelection>;
