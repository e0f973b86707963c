"use client";

import { useSyncExternalStore } from "react";
import { placeOf } from "./unsaved-text";

/**
 * Storage key of the user's choice about shortcuts. The key names evaluations because formerly only evaluators had
 * shortcuts; renaming it would lose their choices.
 */
const NAME = "evaluation.keys";
const listeners = new Set<() => void>();
/** The user's choice about shortcuts, which this page uses if the browser does not store the choice. */
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
    // The browser's storage is full, so the choice applies to this page only.
  }
  for (const listener of listeners) listener();
}

/**
 * Returns whether single-key shortcuts are on in the evaluation workspace and the control room, and a function to
 * change it. WCAG 2.1.4: people who use voice control, or press keys by accident, must be able to turn shortcuts off.
 * The browser stores the choice.
 */
export function useShortcutsEnabled(): [on: boolean, choose: (on: boolean) => void] {
  return [useSyncExternalStore(subscribe, read, () => true), choose];
}
