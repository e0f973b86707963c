"use client";

import { useSyncExternalStore } from "react";
import { placeOf } from "./unsaved-text";

/** The name it has had since only evaluators had keys: who turned them off there keeps them off. */
const NAME = "evaluation.keys";
const listeners = new Set<() => void>();
/** Where the browser stores nothing, the choice holds until the page is left. */
let here: string | null = null;

function read(): boolean {
  return (placeOf("localStorage")?.getItem(NAME) ?? here) !== "off";
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

function choose(on: boolean): void {
  here = on ? "on" : "off";
  try {
    placeOf("localStorage")?.setItem(NAME, here);
  } catch {
    // Storage is full: it holds in this page.
  }
  for (const listener of listeners) listener();
}

/**
 * Whether single keys do something, in the cockpit and in the staff area, and the way to change it (WCAG 2.1.4: people who use
 * voice control, or hit keys by accident, turn them off). This browser remembers the choice.
 */
export function useKeysOn(): [on: boolean, choose: (on: boolean) => void] {
  return [useSyncExternalStore(subscribe, read, () => true), choose];
}
