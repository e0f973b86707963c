import type { FunnelStage } from "@/contract/evaluation/funnel";
import type { Effect } from "@/contract/staff/plan";
import type { Candidate } from "./candidates";

export type PlannedRow = {
  candidate: Candidate;
  stage: FunnelStage;
  /** What happens, in one word. */
  action: "select" | "keep" | "undo" | "correct" | "release";
  outcome: "selected" | "not_selected";
  /** Why the rules are against it; null when they are not. */
  problem: string | null;
  /** It takes back what was released before. */
  correction?: boolean;
};

/**
 * What a command would do, worked out without doing it. `blocked` says what stands against it unless the
 * person overrides the rules on purpose; `warnings` only inform. `against` and `notes` are the same two for pages, which
 * have words of their own.
 */
export type Plan = {
  rows: PlannedRow[];
  blocked: string[];
  warnings: string[];
  against: Effect[];
  notes: Effect[];
};

export const emptyPlan = (): Plan => ({
  rows: [],
  blocked: [],
  warnings: [],
  against: [],
  notes: [],
});

/** Something stands against a plan: in a sentence, and as a page names it. */
export function block(plan: Plan, sentence: string, effect: Effect): void {
  plan.blocked.push(sentence);
  plan.against.push(effect);
}

/** Something to know of a plan. */
export function warn(plan: Plan, sentence: string, effect: Effect): void {
  plan.warnings.push(sentence);
  plan.notes.push(effect);
}
