import type { AttentionWord, Check, CheckAnswer } from "@/contract/staff/checks";
import { CHECK_LISTS, type Today } from "@/contract/staff/today";

/**
 * Which checks the staff's start page shows, and in which order. Both stay the same while the user points at the list
 * or has the focus in it, so that no row moves.
 */
export type Shape = {
  /** The most harmful service problem, shown at the top of the page; null without a problem. */
  hero: Check | null;
  /** Further checks that need attention or have an unknown result, the worst first. */
  rows: readonly Check[];
  /** Checks whose count is normal at the moment. The page shows these checks, but not as problems. */
  normal: readonly Check[];
};

/** Returns the structure of the staff's start page: the checks that need attention, the most harmful first. */
export function shapeOf({ checks }: Pick<Today, "checks">): Shape {
  // A check with an unknown count also needs attention, because unknown is not zero.
  const found = checks.filter(({ count, known }) => count > 0 || !known);
  const hero = found.find(({ word, count }) => word === "stuck" && count > 0)?.check ?? null;
  return {
    hero,
    rows: found.map(({ check }) => check).filter((check) => check !== hero),
    normal: checks.filter(({ normal }) => normal && normal.count > 0).map(({ check }) => check),
  };
}

/**
 * Returns the URL of the list page that shows the items that a check counts; undefined if no page lists these items.
 */
export const listOf = ({ check }: Pick<CheckAnswer, "check">): string | undefined =>
  CHECK_LISTS[check];

/**
 * Returns the number that the page shows beside a check: the number of items that need attention. If no item needs
 * attention, returns the number of items that are normal at the moment.
 */
export const shownOf = ({ count, normal }: Pick<CheckAnswer, "count" | "normal">): number =>
  count || (normal?.count ?? 0);

/** Returns the state of a check. "zero" means that the count is known and the check found nothing. */
export function wordOf(one: CheckAnswer): AttentionWord | "unknown" | "normal" | "zero" {
  if (!one.known) return "unknown";
  if (one.count > 0) return one.word;
  return shownOf(one) > 0 ? "normal" : "zero";
}
