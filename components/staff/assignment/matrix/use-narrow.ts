import { useSyncExternalStore } from "react";

/** Media query for widths at which the matrix is a list. The style sheets use the same breakpoint. */
const QUERY = "(max-width: 767px)";

function subscribe(onChange: () => void) {
  const list = window.matchMedia?.(QUERY);
  list?.addEventListener("change", onChange);
  return () => list?.removeEventListener("change", onChange);
}

/** Reports whether the page is too narrow for a table of many columns. Returns false on the server. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia?.(QUERY)?.matches ?? false,
    () => false,
  );
}
