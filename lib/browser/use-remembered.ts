"use client";

import { useCallback, useSyncExternalStore } from "react";
import { placeOf } from "./unsaved-text";

const listeners = new Set<() => void>();
/**
 * Display choices by storage key. The page keeps them in memory until it is closed, in case the browser's storage is
 * not available.
 */
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
 * Returns a display choice that the browser stores under `name`, such as a row height, and a function to change it.
 * Null on the server, and if the user has not chosen.
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

/**
 * Returns a setting that the browser stores, and a function to change it. The setting is on unless the user has turned
 * it off.
 */
export function useSwitch(name: string): [on: boolean, choose: (on: boolean) => void] {
  const [value, choose] = useRemembered(name);
  return [value !== "off", useCallback((on) => choose(on ? "on" : "off"), [choose])];
}
