"use client";

import { useCallback, useSyncExternalStore } from "react";
import { placeOf } from "./unsaved-text";

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
 * Returns a choice that the browser stores, and a function to change it. The choice is null on the
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

/** Returns a stored choice between on, the default, and off, and a function to change it. */
export function useSwitch(name: string): [on: boolean, choose: (on: boolean) => void] {
  const [value, choose] = useRemembered(name);
  return [value !== "off", useCallback((on) => choose(on ? "on" : "off"), [choose])];
}
