"use client";

import { useSyncExternalStore } from "react";
import { placeOf } from "@/lib/browser/unsaved-text";

const NAME = "staff.rows";
const listeners = new Set<() => void>();
/** The choice for this page only, when the browser stores nothing. */
let here: string | null = null;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

const read = () => placeOf("localStorage")?.getItem(NAME) ?? here;

function choose(rows: number): void {
  here = String(rows);
  try {
    placeOf("localStorage")?.setItem(NAME, here);
  } catch {
    // The storage is full, so the choice applies to this page only.
  }
  for (const listener of listeners) listener();
}

/** Returns the number of rows per page, which this browser remembers, and a function to change it. */
export function usePageSize(
  sizes: readonly number[],
): [rows: number, choose: (rows: number) => void] {
  const stored = Number(useSyncExternalStore(subscribe, read, () => null));
  return [sizes.includes(stored) ? stored : (sizes[0] ?? 0), choose];
}
