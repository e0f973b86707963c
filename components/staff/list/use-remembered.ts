"use client";

import { useCallback, useSyncExternalStore } from "react";
import { placeOf } from "@/lib/browser/unsaved-text";

const listeners = new Set<() => void>();
/** Choices that apply only until the page is closed, if the browser's storage is not available. */
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
    // If the browser's storage is full, the choice applies only until the page is closed.
  }
  for (const listener of listeners) listener();
}

/**
 * Returns a choice that the browser stores for all lists, and a function to change it. The choice is null on the
 * server.
 */
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
