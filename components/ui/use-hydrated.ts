import { useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * Reports whether the page is hydrated; false in the server's HTML. Use the hook for content that differs without
 * scripts.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
