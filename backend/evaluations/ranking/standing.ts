import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { FUNNEL_STAGE_IDS, type FunnelStage, furthestStage } from "@/contract/evaluation/funnel";
import type { Executor } from "../../db/connect";
import { decisions } from "../../db/schema/evaluations";

export type Decision = typeof decisions.$inferSelect;

/** Decisions that count, by project and stage. */
export type Standing = Map<string, Map<FunnelStage, Decision>>;

/** Only one decision at a time is made about an edition; the lock is held until the transaction ends. */
export async function lockFunnel(tx: Executor, editionId: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`funnel:${editionId}`}, 0))`,
  );
}

/**
 * The decisions of an edition that count: per project and stage the newest that was not undone.
 * `released`: only what was made known, which is all that may ever reach an applicant, an
 * evaluator or a file.
 */
export async function standingDecisions(
  db: Executor,
  editionId: string,
  { released }: { released: boolean },
): Promise<Standing> {
  const rows = await db
    .select()
    .from(decisions)
    .where(
      and(
        eq(decisions.editionId, editionId),
        isNull(decisions.undoneAt),
        released ? isNotNull(decisions.releaseId) : undefined,
      ),
    )
    .orderBy(asc(decisions.sequence));
  const standing: Standing = new Map();
  for (const decision of rows) {
    const own = standing.get(decision.projectId) ?? new Map<FunnelStage, Decision>();
    standing.set(decision.projectId, own.set(decision.stage, decision));
  }
  return standing;
}

/** Whether a project is currently selected for a stage. */
export function isSelected(standing: Standing, projectId: string, stage: FunnelStage): boolean {
  return standing.get(projectId)?.get(stage)?.outcome === "selected";
}

/**
 * What was made known: the furthest stage of every project that was told of one, and how many were
 * selected for each stage that is decided.
 */
export async function releasedDecisions(db: Executor, editionId: string) {
  const standing = await standingDecisions(db, editionId, { released: true });
  const reached = new Map<string, FunnelStage>();
  const selected = new Map<FunnelStage, number>();
  for (const [projectId, own] of standing) {
    const stages = [...own.keys()].filter((stage) => isSelected(standing, projectId, stage));
    for (const stage of stages) selected.set(stage, (selected.get(stage) ?? 0) + 1);
    const furthest = furthestStage(stages);
    if (furthest) reached.set(projectId, furthest);
  }
  const decisions = FUNNEL_STAGE_IDS.flatMap((stage) => {
    const count = selected.get(stage);
    return count === undefined ? [] : [{ stage, selected: count }];
  });
  return { reached, decisions };
}
