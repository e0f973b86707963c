import { useSyncExternalStore } from "react";

type Store<S> = { subscribe: (listener: () => void) => () => void; snapshot: () => S };

/** Returns the current snapshot of a store outside React, and renders again on every change. */
export function useSnapshot<S>({ subscribe, snapshot }: Store<S>): S {
  return useSyncExternalStore(subscribe, snapshot, snapshot);
}
