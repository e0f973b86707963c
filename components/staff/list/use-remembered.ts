"use client";

import { useCallback, useSyncExternalStore } from "react";
import { placeOf } from "@/lib/browser/unsaved-text";

const listeners = new Set<() => void>();
/** The choices for this page only, when the browser stores nothing. */
const here = new Map<string, string>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

const read = (name: string) => placeOf("localStorage")?.getItem(name) ?? here.get(name) ?? null;

function choose(name: string, value: string): void {
  here.set(name, value);
  try {
    placeOf("localStorage")?.setItem(name, value);
  } catch {
    // The storage is full, so the choice applies to this page only.
  }
  for (const listener of listeners) listener();
}

/** Returns a choice that this browser remembers for all lists, and a function to change it. Null on the server. */
export function useRemembered(
  name: string,
): [value: string | null, choose: (value: string) => void] {
  const value = useSyncExternalStore(
    subscribe,
    () => read(name),
    () => null,
  );
  return [value, useCallback((next) => choose(name, next), [name])];
}
