import { and, eq, inArray, isNull } from "drizzle-orm";
import type { DecisionOutcome, FunnelStage } from "@/contract/evaluation/funnel";
import type { Act } from "../audit-log/entries";
import type { Database, Executor } from "../db/connect";
import { decisions } from "../db/schema/evaluations";
import type { Edition } from "../editions/edition";
import {
  isSelected,
  lockFunnel,
  type Standing,
  standingDecisions,
} from "../evaluations/ranking/decisions";
import { FunnelError, ineligible, namedCandidates, readCandidates, restOn } from "./candidates";
import { emptyPlan, type Plan } from "./plan";
import { blockProblems, decide, logFunnel, requireAllowed } from "./select";

type Undoing = { edition: Edition; stage: FunnelStage; names: string[] | "all" };

/** Returns the result of undoing unreleased decisions, without running it. */
export async function planUndo(db: Executor, undoing: Undoing): Promise<Plan> {
  const { edition, stage, names } = undoing;
  const standing = await standingDecisions(db, edition.id, { released: false });
  const candidates = await readCandidates(db, edition.id);
  const pendingOf = (id: string) => {
    const decision = standing.get(id)?.get(stage);
    return decision && decision.releaseId === null ? decision : null;
  };
  const chosen =
    names === "all"
      ? candidates.filter(({ id }) => pendingOf(id))
      : await namedCandidates(db, edition.id, candidates, names);
  const plan = emptyPlan();
  for (const candidate of chosen) {
    const pending = pendingOf(candidate.id);
    if (!pending) {
      throw new FunnelError(
        `${candidate.number} has no unreleased decision about ${stage}: what was released is corrected, not undone.`,
      );
    }
    const problem = pending.outcome === "selected" ? ground(standing, candidate.id, stage) : null;
    plan.rows.push({ candidate, stage, action: "undo", outcome: pending.outcome, problem });
  }
  return blockProblems(plan);
}

/** Undoes decisions. The rows stay stored, with actor and reason. */
export function applyUndo(
  db: Database,
  undoing: Undoing,
  act: Act,
  override: boolean,
): Promise<Plan> {
  const { edition, stage } = undoing;
  return db.transaction(async (tx) => {
    await lockFunnel(tx, edition.id);
    const plan = await planUndo(tx, undoing);
    requireAllowed(plan, override);
    if (plan.rows.length === 0) return plan;
    await tx
      .update(decisions)
      .set({ undoneAt: act.now, undoneBy: act.actor, undoneReason: act.reason })
      .where(
        and(
          eq(decisions.editionId, edition.id),
          eq(decisions.stage, stage),
          isNull(decisions.releaseId),
          isNull(decisions.undoneAt),
          inArray(
            decisions.projectId,
            plan.rows.map(({ candidate }) => candidate.id),
          ),
        ),
      );
    await logFunnel(tx, edition, "funnel.undo", act, plan);
    return plan;
  });
}

type Correction = {
  edition: Edition;
  stage: FunnelStage;
  names: string[];
  outcome: DecisionOutcome;
};

/**
 * Returns the result of correcting released decisions, without running it. Each correction is a new decision
 * that stays unreleased.
 */
export async function planCorrection(db: Executor, correction: Correction): Promise<Plan> {
  const { edition, stage, names, outcome } = correction;
  const standing = await standingDecisions(db, edition.id, { released: false });
  const candidates = await readCandidates(db, edition.id);
  const plan = emptyPlan();
  for (const candidate of await namedCandidates(db, edition.id, candidates, names)) {
    const { id, number } = candidate;
    const told = standing.get(id)?.get(stage);
    if (!told?.releaseId) {
      throw new FunnelError(
        told
          ? `${number} has an unreleased decision about ${stage}: undo it instead.`
          : `${number} was told nothing about ${stage}: there is nothing to correct.`,
      );
    }
    if (told.outcome === outcome) {
      plan.rows.push({ candidate, stage, action: "keep", outcome, problem: null });
      continue;
    }
    const problem =
      outcome === "selected" ? ineligible(candidate, stage, standing) : ground(standing, id, stage);
    plan.rows.push({ candidate, stage, action: "correct", outcome, problem });
  }
  return blockProblems(plan);
}

/** Stores corrections of released decisions. */
export function applyCorrection(
  db: Database,
  correction: Correction,
  act: Act,
  override: boolean,
): Promise<Plan> {
  const decided = {
    edition: correction.edition,
    by: act,
    override,
    act: "funnel.correct",
  } as const;
  return decide(db, decided, (tx) => planCorrection(tx, correction));
}

/** Returns the later stages that prevent removing a project from a stage, or null if there are none. */
function ground(standing: Standing, projectId: string, stage: FunnelStage): string | null {
  const later = restOn(stage).filter((next) => isSelected(standing, projectId, next));
  return later.length > 0 ? `still selected as ${later.join(", ")}` : null;
}
