import { useSyncExternalStore } from "react";

type Store<S> = { subscribe: (listener: () => void) => () => void; snapshot: () => S };

/** The current snapshot of a store outside React; re-renders on every change to it. */
export function useSnapshot<S>({ subscribe, snapshot }: Store<S>): S {
  return useSyncExternalStore(subscribe, snapshot, snapshot);
}
