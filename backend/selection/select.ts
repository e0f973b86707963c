import type { DecisionOutcome, Stage } from "@/contract/evaluation/funnel";
import type { StaffActionName } from "@/contract/staff/audit-log";
import { type ActionContext, appendAuditEntry, editionTarget } from "../audit-log/entries";
import { RuleViolation } from "../audit-log/rule-violation";
import type { Database, Executor } from "../db/connect";
import { decisions } from "../db/schema/evaluations";
import { type Edition, lockSelection } from "../editions/edition";
import { countClosed } from "../evaluations/close/ranking-access";
import {
  currentDecisions,
  type Decision,
  type DecisionsByProject,
  isSelected,
} from "../evaluations/ranking/decisions";
import {
  type Candidate,
  findDecidingRound,
  ineligible,
  namedCandidates,
  readCandidates,
} from "./candidates";
import {
  type Arrivals,
  block,
  blockWhileArriving,
  emptyPreview,
  type SelectionPreview,
  warn,
} from "./plan";

/** Projects to select: by receipt number or id, or the first projects of the calibrated ranking. */
export type Pick =
  | {
      names: string[];
      /** True if a listed project without any score blocks the selection. */
      scored?: boolean;
    }
  | { top: number; ties: "in" | "out" | null };

type Selection = Arrivals & {
  edition: Edition;
  stage: Stage;
  pick: Pick;
  /** Outcome of the decision. `not_selected` rejects a project explicitly, for example one of two tied projects. */
  outcome?: DecisionOutcome;
};

/** Previews the selection of projects for a stage, with its blockers (rule staff.on-purpose). */
export async function previewSelection(
  db: Executor,
  selection: Selection,
): Promise<SelectionPreview> {
  const { edition, stage, pick, now, graceMinutes, outcome = "selected" } = selection;
  const standing = await currentDecisions(db, edition.id, { released: false });
  const candidates = await readCandidates(db, edition, stage);
  const preview = emptyPreview();
  await blockWhileArriving(preview, db, edition, { now, graceMinutes });
  const chosen =
    "names" in pick
      ? await namedCandidates(db, edition.id, candidates, pick.names)
      : first(candidates, stage, standing, pick, preview);
  const round = await findDecidingRound(db, edition, stage);
  const { all, closed } = await countClosed(db, round);
  // Evaluations that evaluators have not closed block the selection, unless staff have closed the round.
  if (closed < all && !round.closedAt) {
    block(
      preview,
      `${all - closed} of ${all} evaluators have not closed: the ranking may still change.`,
      {
        name: "jury_open",
        count: 0,
        facts: { open: String(all - closed), all: String(all) },
      },
    );
  }
  const unscored = chosen.filter(({ calibrated }) => calibrated === null).length;
  if ("scored" in pick && pick.scored && unscored > 0) {
    preview.blocked.push(
      `${unscored} of ${chosen.length} projects on the list have no score at all.`,
    );
  }
  for (const candidate of chosen) {
    const stands = standing.get(candidate.id)?.get(stage);
    if (stands?.outcome === outcome) {
      preview.rows.push({ candidate, stage, action: "keep", outcome, problem: null });
      continue;
    }
    if (stands) throw new RuleViolation(whyDecided(candidate, stage, stands), "not_decidable");
    const problem = ineligible(candidate, stage, standing);
    preview.rows.push({ candidate, stage, action: "select", outcome, problem });
  }
  blockProblems(preview);
  if (outcome === "selected") {
    const places = edition.places[stage];
    countPlaces(
      preview,
      { stage, places },
      standing,
      candidates,
      "top" in pick && pick.ties === "in",
    );
  }
  return preview;
}

function whyDecided({ number }: Candidate, stage: Stage, { releaseId, outcome }: Decision) {
  if (releaseId === null) return `${number} already has a decision for ${stage}: undo it first.`;
  const told = outcome === "selected" ? "selected" : "not selected";
  return `${number} has a released decision for ${stage} (${told}): use "correct" to change it.`;
}

/** Returns the first eligible projects of the ranking. Never selects only some of the projects that share a rank. */
function first(
  candidates: readonly Candidate[],
  stage: Stage,
  standing: DecisionsByProject,
  { top, ties }: { top: number; ties: "in" | "out" | null },
  preview: SelectionPreview,
): Candidate[] {
  const pool = candidates.filter(
    (one) =>
      one.calibratedRank !== null &&
      ineligible(one, stage, standing) === null &&
      standing.get(one.id)?.get(stage)?.outcome !== "not_selected",
  );
  const last = pool[top - 1];
  if (!last) {
    warn(preview, `Only ${pool.length} projects with a rank can be selected as ${stage}.`, {
      name: "only_ranked",
      count: pool.length,
    });
    return pool;
  }
  const equal = pool.filter(({ calibratedRank }) => calibratedRank === last.calibratedRank);
  const crossed = pool[top]?.calibratedRank === last.calibratedRank;
  if (!crossed) return pool.slice(0, top);
  const numbers = equal.map(({ number }) => number).join(", ");
  if (ties === "in") return pool.slice(0, pool.indexOf(equal.at(-1) ?? last) + 1);
  const before = pool.slice(0, pool.indexOf(equal[0] ?? last));
  if (ties === null) {
    block(preview, `Projects tie for place ${top} (${numbers}): add --ties in or --ties out.`, {
      name: "tie",
      count: top - before.length,
      facts: { equals: String(equal.length) },
    });
  }
  return before;
}

function countPlaces(
  preview: SelectionPreview,
  { stage, places }: { stage: Stage; places: number },
  standing: DecisionsByProject,
  candidates: readonly Candidate[],
  tiesIn: boolean,
): void {
  const taken = candidates.filter(({ id }) => isSelected(standing, id, stage)).length;
  const total = taken + preview.rows.filter(({ action }) => action === "select").length;
  if (total <= places) return;
  const text = `${total} would be selected as ${stage}, for ${places} ${places === 1 ? "place" : "places"}.`;
  const facts = { total: String(total), places: String(places) };
  (tiesIn ? warn : block)(preview, text, { name: "too_many", count: 0, facts });
}

/** Calculates a selection from the current data and stores its decisions. The decisions stay unreleased. */
export function applySelection(
  db: Database,
  selection: Omit<Selection, "now">,
  context: ActionContext,
  override: boolean,
): Promise<SelectionPreview> {
  const decided = {
    edition: selection.edition,
    by: context,
    override,
    act: "funnel.select",
  } as const;
  return decide(db, decided, (tx) => previewSelection(tx, { ...selection, now: context.now }));
}

/**
 * Calculates a preview and stores its decisions under a lock, so that no other action changes the edition's decisions
 * at the same time.
 */
export function decide(
  db: Database,
  decided: {
    edition: Edition;
    act: "funnel.select" | "funnel.correct";
    by: ActionContext;
    override: boolean;
  },
  plan: (tx: Executor) => Promise<SelectionPreview>,
): Promise<SelectionPreview> {
  const { edition, act, by: context, override } = decided;
  return db.transaction(async (tx) => {
    await lockSelection(tx, edition.id);
    const made = await plan(tx);
    requireAllowed(made, override);
    const fresh = made.rows.filter(({ action }) => action !== "keep");
    if (fresh.length === 0) return made;
    await tx.insert(decisions).values(
      fresh.map(({ candidate, stage, outcome, problem }) => ({
        editionId: edition.id,
        projectId: candidate.id,
        stage,
        outcome,
        decidedAt: context.now,
        actor: context.actor,
        reason: context.reason,
        override: problem !== null,
        correction: act === "funnel.correct",
      })),
    );
    await logSelection(tx, edition, act, context, made);
    return made;
  });
}

export function blockProblems(preview: SelectionPreview): SelectionPreview {
  const count = preview.rows.filter(({ problem }) => problem !== null).length;
  const sentence = `${count} of ${preview.rows.length} are against the rules.`;
  if (count > 0)
    block(preview, sentence, { name: "against_rules", count: 0, facts: { these: String(count) } });
  return preview;
}

export function requireAllowed(preview: SelectionPreview, override: boolean): void {
  if (preview.blocked.length > 0 && !override)
    throw new RuleViolation(preview.blocked.join("\n"), "not_decidable");
}

/**
 * Writes an audit entry with the affected receipts and the overridden blockers. The receipts are sorted by number, so
 * that their order does not reveal the ranking.
 */
export async function logSelection(
  tx: Executor,
  edition: Edition,
  act: StaffActionName,
  context: ActionContext,
  { rows, blocked }: SelectionPreview,
  more: Record<string, string> = {},
): Promise<void> {
  const changed = rows.filter((row) => row.action !== "keep");
  const data = Object.fromEntries(
    [...Map.groupBy(changed, ({ stage, outcome }) => `${stage} ${outcome}`)].map(([what, own]) => [
      what,
      own
        .map(({ candidate }) => candidate.number)
        .sort()
        .join(" "),
    ]),
  );
  if (blocked.length > 0) data["went past"] = blocked.join(" ");
  const target = editionTarget(edition);
  await appendAuditEntry(tx, context, { act, target, data: { ...data, ...more } });
}
