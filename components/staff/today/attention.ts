import type { AttentionWord, Check, CheckAnswer } from "@/contract/staff/checks";
import { CHECK_LISTS, type Today } from "@/contract/staff/today";

/** Structure of the page. Rows appear and disappear only while the user does not point at them. */
export type Shape = {
  /** The most harmful service problem, shown at the top; null without one. */
  hero: Check | null;
  /** All other checks that need attention or have an unknown result, the worst first. */
  rows: readonly Check[];
  /** Checks whose count is currently normal. Today shows them but does not count them. */
  normal: readonly Check[];
};

/** Returns what needs attention, in the order of harm. */
export function shapeOf({ checks }: Pick<Today, "checks">): Shape {
  // An unknown count is not zero.
  const found = checks.filter(({ count, known }) => count > 0 || !known);
  const hero = found.find(({ word, count }) => word === "stuck" && count > 0)?.check ?? null;
  return {
    hero,
    rows: found.map(({ check }) => check).filter((check) => check !== hero),
    normal: checks.filter(({ normal }) => normal && normal.count > 0).map(({ check }) => check),
  };
}

/** Returns the URL of the list that shows what a check counts; undefined if no list does. */
export const listOf = ({ check }: Pick<CheckAnswer, "check">): string | undefined =>
  CHECK_LISTS[check];

/** Returns the number beside a check: what needs attention, or what is currently normal. */
export const shownOf = ({ count, normal }: Pick<CheckAnswer, "count" | "normal">): number =>
  count || (normal?.count ?? 0);

/** Returns the state of a check. "zero" means that the count is known and nothing was found. */
export function wordOf(one: CheckAnswer): AttentionWord | "unknown" | "normal" | "zero" {
  if (!one.known) return "unknown";
  if (one.count > 0) return one.word;
  return shownOf(one) > 0 ? "normal" : "zero";
}
