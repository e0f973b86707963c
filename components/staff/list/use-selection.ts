"use client";

import { useEffect, useState } from "react";

/** What is chosen in a list: these, or all that match its filters, as many as it said. */
export type Chosen = { ids: readonly string[] } | { all: number };

/**
 * The rows that are chosen. They go with the filters they were chosen under, and stay from page to page.
 *
 * @param filters the list's filters as text
 */
export function useSelection(filters: string) {
  const [chosen, setChosen] = useState<Chosen>({ ids: [] });

  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters are another list
  useEffect(() => setChosen({ ids: [] }), [filters]);

  const ids = "ids" in chosen ? chosen.ids : [];
  return {
    chosen,
    count: "ids" in chosen ? chosen.ids.length : chosen.all,
    has: (id: string) => "all" in chosen || ids.includes(id),
    toggle: (id: string) =>
      setChosen({ ids: ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id] }),
    add: (more: readonly string[]) => setChosen({ ids: [...new Set([...ids, ...more])] }),
    drop: (these: readonly string[]) => setChosen({ ids: ids.filter((id) => !these.includes(id)) }),
    all: (total: number) => setChosen({ all: total }),
    none: () => setChosen({ ids: [] }),
  };
}
export type ListSelection = ReturnType<typeof useSelection>;
