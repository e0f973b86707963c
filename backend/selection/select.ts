import { and, count, eq, isNull } from "drizzle-orm";
import { isPastDeadline } from "@/contract/deadline";
import { type FunnelStage, placesOf } from "@/contract/evaluation/funnel";
import type { ActName } from "@/contract/staff/acts";
import { untilWords } from "../clock/say-dates";
import type { Database, Executor } from "../db/connect";
import { hasRole, users } from "../db/schema/accounts";
import { decisions, evaluationRecords } from "../db/schema/evaluations";
import { type Edition, lastDeadline } from "../editions/edition";
import {
  isSelected,
  lockFunnel,
  type Standing,
  standingDecisions,
} from "../evaluations/ranking/standing";
import { type Act, ofEdition, writeAct } from "../journal/acts";
import {
  type Candidate,
  FunnelError,
  ineligible,
  namedCandidates,
  readCandidates,
} from "./candidates";
import type { Plan } from "./plan";

/** Which projects: by receipt or id, or the first of the calibrated ranking. */
export type Pick =
  | { names: string[] /** All of them are to have a score. */; scored?: boolean }
  | { top: number; ties: "in" | "out" | null };

type Selection = { edition: Edition; stage: FunnelStage; pick: Pick; now: Date };

/** What selecting projects for a stage would do, and what stands against it (rule staff.on-purpose). */
export async function planSelection(db: Executor, selection: Selection): Promise<Plan> {
  const { edition, stage, pick, now } = selection;
  const standing = await standingDecisions(db, edition.id, { released: false });
  const candidates = await readCandidates(db, edition.id);
  const plan: Plan = { rows: [], blocked: [], warnings: [] };
  if (!isPastDeadline(edition.closesAt, now, 0)) {
    plan.blocked.push(`Applications of ${edition.year} are still open.`);
  }
  const last = await lastDeadline(db, edition);
  if (last > edition.closesAt && !isPastDeadline(last, now, 0)) {
    plan.blocked.push(`Somebody has more time, ${untilWords(last)}.`);
  }
  const chosen =
    "names" in pick
      ? await namedCandidates(db, edition.id, candidates, pick.names)
      : first(candidates, stage, standing, pick, plan);
  plan.blocked.push(...(await openEvaluations(db, edition.id)));
  const unscored = chosen.filter(({ calibrated }) => calibrated === null).length;
  if ("scored" in pick && pick.scored && unscored > 0) {
    plan.blocked.push(`${unscored} of ${chosen.length} projects on the list have no score at all.`);
  }
  for (const candidate of chosen) {
    const stands = standing.get(candidate.id)?.get(stage);
    if (stands?.outcome === "selected") {
      plan.rows.push({ candidate, stage, action: "keep", outcome: "selected", problem: null });
      continue;
    }
    if (stands) {
      throw new FunnelError(
        `${candidate.number} was told it is not selected as ${stage}: "correct" changes that.`,
      );
    }
    const problem = ineligible(candidate, stage, standing);
    plan.rows.push({ candidate, stage, action: "select", outcome: "selected", problem });
  }
  const against = plan.rows.filter(({ problem }) => problem !== null).length;
  if (against > 0) plan.blocked.push(`${against} of ${plan.rows.length} are against the rules.`);
  countPlaces(plan, stage, standing, candidates, "top" in pick && pick.ties === "in");
  return plan;
}

/** The top of the ranking among those the rules allow; no tie is split. */
function first(
  candidates: readonly Candidate[],
  stage: FunnelStage,
  standing: Standing,
  { top, ties }: { top: number; ties: "in" | "out" | null },
  plan: Plan,
): Candidate[] {
  const pool = candidates.filter(
    (one) => one.calibratedRank !== null && ineligible(one, stage, standing) === null,
  );
  const last = pool[top - 1];
  if (!last) {
    plan.warnings.push(`Only ${pool.length} projects with a rank can be selected as ${stage}.`);
    return pool;
  }
  const equal = pool.filter(({ calibratedRank }) => calibratedRank === last.calibratedRank);
  const crossed = pool[top]?.calibratedRank === last.calibratedRank;
  if (!crossed) return pool.slice(0, top);
  const numbers = equal.map(({ number }) => number).join(", ");
  if (ties === "in") return pool.slice(0, pool.indexOf(equal.at(-1) ?? last) + 1);
  if (ties === null) {
    plan.blocked.push(
      `The line at ${top} separates projects that are equal (${numbers}): add --ties in or --ties out.`,
    );
  }
  return pool.slice(0, pool.indexOf(equal[0] ?? last));
}

async function openEvaluations(db: Executor, editionId: string): Promise<string[]> {
  const closed = await db.$count(
    evaluationRecords,
    and(eq(evaluationRecords.editionId, editionId), isNull(evaluationRecords.reopenedAt)),
  );
  const [row] = await db
    .select({ all: count() })
    .from(users)
    .where(and(hasRole("evaluator"), isNull(users.deactivatedAt)));
  const open = Math.max(0, (row?.all ?? 0) - closed);
  return open > 0
    ? [`${open} of ${row?.all} evaluators have not closed: the ranking may still change.`]
    : [];
}

function countPlaces(
  plan: Plan,
  stage: FunnelStage,
  standing: Standing,
  candidates: readonly Candidate[],
  tiesIn: boolean,
): void {
  const places = placesOf(stage);
  const taken = candidates.filter(({ id }) => isSelected(standing, id, stage)).length;
  const total = taken + plan.rows.filter(({ action }) => action === "select").length;
  if (total <= places) return;
  const text = `${total} would be selected as ${stage}, for ${places} ${places === 1 ? "place" : "places"}.`;
  if (tiesIn) plan.warnings.push(text);
  else plan.blocked.push(text);
}

/** Selects what the plan says at this moment. Nobody learns of it until it is released. */
export function applySelection(
  db: Database,
  selection: Omit<Selection, "now">,
  act: Act,
  override: boolean,
): Promise<Plan> {
  const { edition, stage } = selection;
  return db.transaction(async (tx) => {
    await lockFunnel(tx, edition.id);
    const plan = await planSelection(tx, { ...selection, now: act.now });
    requireAllowed(plan, override);
    const fresh = plan.rows.filter(({ action }) => action === "select");
    if (fresh.length === 0) return plan;
    await tx.insert(decisions).values(
      fresh.map(({ candidate, problem, outcome }) => ({
        editionId: edition.id,
        projectId: candidate.id,
        stage,
        outcome,
        decidedAt: act.now,
        actor: act.actor,
        reason: act.reason,
        override: problem !== null,
      })),
    );
    await logFunnel(tx, edition, "funnel.select", act, plan);
    return plan;
  });
}

export function requireAllowed(plan: Plan, override: boolean): void {
  if (plan.blocked.length > 0 && !override) throw new FunnelError(plan.blocked.join("\n"));
}

/**
 * A line of the journal: what was done to which receipts, and what it went past on purpose. The receipts are in
 * their own order, which is nobody's rank.
 */
export async function logFunnel(
  tx: Executor,
  edition: Edition,
  act: ActName,
  by: Act,
  { rows, blocked }: Plan,
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
  await writeAct(tx, by, { act, target: ofEdition(edition), data });
}
