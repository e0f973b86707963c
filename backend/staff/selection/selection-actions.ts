import type { DecisionOutcome, Stage } from "@/contract/evaluation/funnel";
import * as contract from "@/contract/staff/selection";
import type { ActionContext } from "../../audit-log/entries";
import type { Database } from "../../db/connect";
import { type Edition, graceOf, lockSelection } from "../../editions/edition";
import { requireJuryClosed } from "../../evaluations/close/ranking-access";
import { editionOf } from "../../evaluations/edition";
import {
  currentDecisions,
  type DecisionsByProject,
  isSelected,
} from "../../evaluations/ranking/decisions";
import type { Call } from "../../http/serve";
import {
  type Candidate,
  findDecidingRound,
  ineligible,
  readCandidates,
  restOn,
} from "../../selection/candidates";
import { emptyPreview, type SelectionPreview } from "../../selection/plan";
import { applyCorrection, applyUndo } from "../../selection/revise";
import { applySelection } from "../../selection/select";
import { executeAction, type Outcome } from "../execute-action";

type StageCall = Parameters<typeof executeAction>[1] & {
  body: { edition: number; stage: Stage };
};

/**
 * Runs a selection action on a stage with the functions that the commands also use. Throws `jury_not_closed` if staff
 * cannot read the ranking yet.
 */
function decide(
  endpoint: Parameters<typeof executeAction>[0],
  call: StageCall,
  change: (db: Database, edition: Edition, context: ActionContext) => Promise<Outcome>,
) {
  return executeAction(endpoint, call, async (db, context) => {
    await lockSelection(db, (await editionOf(db, call.body.edition, context.now)).id);
    const edition = await editionOf(db, call.body.edition, context.now);
    await requireJuryClosed(db, await findDecidingRound(db, edition, call.body.stage));
    return change(db, edition, context);
  });
}

/** Plans which projects are selected or rejected for a stage, like `npm run evaluation -- funnel select`. */
export function selectProjects(call: Call<typeof contract.selectProjects>) {
  const { stage, pick, outcome } = call.body;
  return decide(contract.selectProjects, call, async (db, edition, context) => {
    const graceMinutes = graceOf(edition, call.config);
    const selection = { edition, stage, outcome, graceMinutes };
    if ("top" in pick) {
      const top = { top: pick.top, ties: null };
      const preview = await applySelection(db, { ...selection, pick: top }, context, true);
      const chosen = preview.rows.flatMap(({ action, candidate }) =>
        action === "select" ? [candidate.id] : [],
      );
      return { ...outcomeOf(preview, "select", wordFor(outcome)), chosen };
    }
    const { fit, unfit } = await sortOut(db, edition, stage, pick.ids, (one, own, standing) => {
      const decided = own?.get(stage);
      return !decided && ineligible(one, stage, standing) === null;
    });
    const names = { names: fit };
    const preview =
      fit.length > 0
        ? await applySelection(db, { ...selection, pick: names }, context, true)
        : emptyPreview();
    return outcomeOf(preview, "select", wordFor(outcome), unfit);
  });
}

const wordFor = (outcome: DecisionOutcome) =>
  outcome === "selected" ? "decisions_planned" : "decisions_left_out";

/** Undoes decisions that are not released, like `npm run evaluation -- funnel undo`. */
export function undoDecisions(call: Call<typeof contract.undoDecisions>) {
  const { stage, ids } = call.body;
  return decide(contract.undoDecisions, call, async (db, edition, context) => {
    const standing = await currentDecisions(db, edition.id, { released: false });
    const pending = [...standing].flatMap(([id, own]) =>
      own.get(stage)?.releaseId === null ? [id] : [],
    );
    const { fit, unfit } = await sortOut(db, edition, stage, ids ?? pending, ({ id }) => {
      const isBase = restOn(stage).some((next) => isSelected(standing, id, next));
      return pending.includes(id) && !isBase;
    });
    const preview =
      fit.length > 0
        ? await applyUndo(db, { edition, stage, names: fit }, context, true)
        : emptyPreview();
    return outcomeOf(preview, "undo", "decisions_undone", unfit);
  });
}

/** Plans a different outcome for released decisions, like `npm run evaluation -- funnel correct`. */
export function correctDecisions(call: Call<typeof contract.correctDecisions>) {
  const { stage, ids, outcome } = call.body;
  return decide(contract.correctDecisions, call, async (db, edition, context) => {
    const { fit, unfit } = await sortOut(db, edition, stage, ids, (_, own) => {
      const told = own?.get(stage);
      return Boolean(told?.releaseId) && told?.outcome !== outcome;
    });
    const preview =
      fit.length > 0
        ? await applyCorrection(db, { edition, stage, names: fit, outcome }, context, true)
        : emptyPreview();
    return outcomeOf(preview, "correct", "decisions_corrected", unfit);
  });
}

type Fits = (
  one: Candidate,
  own: ReturnType<DecisionsByProject["get"]>,
  standing: DecisionsByProject,
) => boolean;

/** Separates the requested projects into projects that the action can change and projects that a blocker reports. */
async function sortOut(
  db: Database,
  edition: Edition,
  stage: Stage,
  ids: readonly string[],
  fits: Fits,
): Promise<{ fit: string[]; unfit: string[] }> {
  const standing = await currentDecisions(db, edition.id, { released: false });
  const candidates = await readCandidates(db, edition, stage);
  const byId = new Map(candidates.map((one) => [one.id, one]));
  const named = [...new Set(ids)];
  const isFit = (id: string) => {
    const one = byId.get(id);
    return one !== undefined && fits(one, standing.get(id), standing);
  };
  return { fit: named.filter(isFit), unfit: named.filter((id) => !isFit(id)) };
}

/**
 * Converts a selection preview to the result of a staff action. `unfit` lists the selected projects that the action
 * cannot change; these projects become a blocker.
 */
function outcomeOf(
  { rows, against, notes }: SelectionPreview,
  action: "select" | "undo" | "correct",
  word: string,
  unfit: readonly string[] = [],
): Outcome {
  const done = rows.filter((row) => row.action === action);
  return {
    count: done.length,
    to: [...done.map(({ candidate, outcome }) => `${candidate.id} ${outcome}`), ...unfit],
    effects: [{ name: word, count: done.length }, ...notes],
    against: [
      ...against,
      ...(unfit.length > 0 ? [{ name: "not_decidable", count: unfit.length }] : []),
    ],
  };
}
