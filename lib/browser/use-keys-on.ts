"use client";

import { useSyncExternalStore } from "react";
import { placeOf } from "./unsaved-text";

/** The storage key of the choice. The name dates from when only evaluators had shortcuts, and keeps their choices. */
const NAME = "evaluation.keys";
const listeners = new Set<() => void>();
/** The choice for this page only, when the browser stores nothing. */
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
    // The storage is full, so the choice applies to this page only.
  }
  for (const listener of listeners) listener();
}

/**
 * Returns whether single-key shortcuts are on, in the evaluation workspace and in the staff area, and a function to
 * change it. WCAG 2.1.4: users of voice control, and users who press keys by accident, must be able to turn shortcuts
 * off. This browser remembers the choice.
 */
export function useShortcutsEnabled(): [on: boolean, choose: (on: boolean) => void] {
  return [useSyncExternalStore(subscribe, read, () => true), choose];
}
