import { and, eq, inArray, isNull } from "drizzle-orm";
import type { DecisionOutcome, Stage } from "@/contract/evaluation/funnel";
import type { ActionContext } from "../audit-log/entries";
import { RuleViolation } from "../audit-log/rule-violation";
import type { Database, Executor } from "../db/connect";
import { decisions } from "../db/schema/evaluations";
import { type Edition, lockSelection } from "../editions/edition";
import {
  currentDecisions,
  type DecisionsByProject,
  isSelected,
} from "../evaluations/ranking/decisions";
import { ineligible, namedCandidates, readCandidates, restOn } from "./candidates";
import { emptyPreview, type SelectionPreview } from "./plan";
import { blockProblems, decide, logSelection, requireAllowed } from "./select";

type Undoing = { edition: Edition; stage: Stage; names: string[] | "all" };

/** Previews undoing unreleased decisions. */
export async function previewUndo(db: Executor, undoing: Undoing): Promise<SelectionPreview> {
  const { edition, stage, names } = undoing;
  const standing = await currentDecisions(db, edition.id, { released: false });
  const candidates = await readCandidates(db, edition, stage);
  const pendingOf = (id: string) => {
    const decision = standing.get(id)?.get(stage);
    return decision && decision.releaseId === null ? decision : null;
  };
  const chosen =
    names === "all"
      ? candidates.filter(({ id }) => pendingOf(id))
      : await namedCandidates(db, edition.id, candidates, names);
  const preview = emptyPreview();
  for (const candidate of chosen) {
    const pending = pendingOf(candidate.id);
    if (!pending) {
      throw new RuleViolation(
        `${candidate.number} has no unreleased decision for ${stage}: correct a released decision instead of undoing it.`,
        "not_decidable",
      );
    }
    const problem = pending.outcome === "selected" ? ground(standing, candidate.id, stage) : null;
    preview.rows.push({ candidate, stage, action: "undo", outcome: pending.outcome, problem });
  }
  return blockProblems(preview);
}

/** Undoes decisions. The database keeps the decisions, with the staff member who undid them and the reason. */
export function applyUndo(
  db: Database,
  undoing: Undoing,
  context: ActionContext,
  override: boolean,
): Promise<SelectionPreview> {
  const { edition, stage } = undoing;
  return db.transaction(async (tx) => {
    await lockSelection(tx, edition.id);
    const preview = await previewUndo(tx, undoing);
    requireAllowed(preview, override);
    if (preview.rows.length === 0) return preview;
    await tx
      .update(decisions)
      .set({ undoneAt: context.now, undoneBy: context.actor, undoneReason: context.reason })
      .where(
        and(
          eq(decisions.editionId, edition.id),
          eq(decisions.stage, stage),
          isNull(decisions.releaseId),
          isNull(decisions.undoneAt),
          inArray(
            decisions.projectId,
            preview.rows.map(({ candidate }) => candidate.id),
          ),
        ),
      );
    await logSelection(tx, edition, "funnel.undo", context, preview);
    return preview;
  });
}

type Correction = {
  edition: Edition;
  stage: Stage;
  names: string[];
  outcome: DecisionOutcome;
};

/**
 * Previews the correction of released decisions. Each correction is a new decision, which stays unreleased at first.
 */
export async function previewCorrection(
  db: Executor,
  correction: Correction,
): Promise<SelectionPreview> {
  const { edition, stage, names, outcome } = correction;
  const standing = await currentDecisions(db, edition.id, { released: false });
  const candidates = await readCandidates(db, edition, stage);
  const preview = emptyPreview();
  for (const candidate of await namedCandidates(db, edition.id, candidates, names)) {
    const { id, number } = candidate;
    const told = standing.get(id)?.get(stage);
    if (!told?.releaseId) {
      throw new RuleViolation(
        told
          ? `${number} has an unreleased decision for ${stage}: undo it instead.`
          : `${number} has no released decision for ${stage}: there is nothing to correct.`,
        "not_decidable",
      );
    }
    if (told.outcome === outcome) {
      preview.rows.push({ candidate, stage, action: "keep", outcome, problem: null });
      continue;
    }
    const problem =
      outcome === "selected" ? ineligible(candidate, stage, standing) : ground(standing, id, stage);
    preview.rows.push({ candidate, stage, action: "correct", outcome, problem });
  }
  return blockProblems(preview);
}

export function applyCorrection(
  db: Database,
  correction: Correction,
  context: ActionContext,
  override: boolean,
): Promise<SelectionPreview> {
  const decided = {
    edition: correction.edition,
    by: context,
    override,
    act: "funnel.correct",
  } as const;
  return decide(db, decided, (tx) => previewCorrection(tx, correction));
}

/**
 * Returns a sentence that lists the later stages for which the project is selected. These stages block its removal from
 * the given stage. Null if there are none.
 */
function ground(standing: DecisionsByProject, projectId: string, stage: Stage): string | null {
  const later = restOn(stage).filter((next) => isSelected(standing, projectId, next));
  return later.length > 0 ? `still selected for ${later.join(", ")}` : null;
}
