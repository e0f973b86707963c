"use client";

import { useRemembered } from "@/lib/browser/use-remembered";

/** Returns the number of rows per page, which the browser stores, and a function to change it. */
export function usePageSize(
  sizes: readonly number[],
): [rows: number, choose: (rows: number) => void] {
  const [stored, choose] = useRemembered("staff.rows");
  const rows = Number(stored);
  return [sizes.includes(rows) ? rows : (sizes[0] ?? 0), (next) => choose(String(next))];
}
