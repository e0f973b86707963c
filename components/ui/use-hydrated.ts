import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether the page has its scripts: false in what the server draws. For what says other things with them, or does nothing without. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
