"use client";

import { useEffect, useRef, useState } from "react";

/** What is chosen in a list: these, or all that match its filters, as many as it said. */
export type Chosen = { ids: readonly string[] } | { all: number };

/**
 * The rows that are chosen. They go with the filters they were chosen under, and stay from page to page.
 *
 * @param filters the list's filters as text
 * @param page the ids of the rows in sight
 */
export function useSelection(filters: string, page: readonly string[] = []) {
  const [chosen, setChosen] = useState<Chosen>({ ids: [] });
  const last = useRef<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters are another list
  useEffect(() => setChosen({ ids: [] }), [filters]);

  const isAll = "all" in chosen;
  // Whoever takes one out of all that match keeps those in sight: of the others nobody knows the names.
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
    /** All rows from the one chosen last up to this. */
    upTo: (id: string) => {
      const from = page.indexOf(last.current ?? id);
      const to = page.indexOf(id);
      last.current = id;
      add(from < 0 ? [id] : page.slice(Math.min(from, to), Math.max(from, to) + 1));
    },
    add,
    drop: (these: readonly string[]) => setChosen({ ids: ids.filter((id) => !these.includes(id)) }),
    all: (total: number) => setChosen({ all: total }),
    /** Of all that match, only those in sight. */
    onlyPage: () => setChosen({ ids: page }),
    none: () => setChosen({ ids: [] }),
  };
}
export type ListSelection = ReturnType<typeof useSelection>;
