"use client";

import { useRemembered } from "./use-remembered";

/** Row heights of lists on wide screens, the default first. */
export const DENSITIES = ["compact", "comfortable"] as const;

/** Returns the row height of lists on wide screens, and a function to change it. The browser stores the row height. */
export function useDensity() {
  const [stored, choose] = useRemembered("staff.density");
  const density = DENSITIES.find((one) => one === stored) ?? DENSITIES[0];
  return [density, choose] as const;
}
