import { useSyncExternalStore } from "react";

/** Below this width the matrix is a list. Matches the breakpoint of the style sheets. */
const QUERY = "(max-width: 767px)";

function subscribe(onChange: () => void) {
  const list = window.matchMedia?.(QUERY);
  list?.addEventListener("change", onChange);
  return () => list?.removeEventListener("change", onChange);
}

/** Reports whether the page is too narrow for a table of many columns. False on the server. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia?.(QUERY)?.matches ?? false,
    () => false,
  );
}
