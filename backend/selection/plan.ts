import type { FunnelStage } from "@/contract/evaluation/funnel";
import type { Candidate } from "./candidates";

export type PlannedRow = {
  candidate: Candidate;
  stage: FunnelStage;
  /** What happens, in one word. */
  action: "select" | "keep" | "undo" | "correct" | "release";
  outcome: "selected" | "not_selected";
  /** Why the rules are against it; null when they are not. */
  problem: string | null;
};

/**
 * What a command would do, worked out without doing it. `blocked` says what stands against it unless the
 * person overrides the rules on purpose; `warnings` only inform.
 */
export type Plan = { rows: PlannedRow[]; blocked: string[]; warnings: string[] };
