import { and, asc, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { furthestStage, STAGE_IDS, type Stage } from "@/contract/evaluation/funnel";
import type { Executor } from "../../db/connect";
import { decisions } from "../../db/schema/evaluations";
import { type Round, readRounds, roundDeciding } from "../../editions/rounds";

export type Decision = typeof decisions.$inferSelect;

/** The decisions in effect, by project and selection stage. */
export type DecisionsByProject = Map<string, Map<Stage, Decision>>;

/**
 * Returns the decisions of an edition that are in effect: for each project and stage, the newest decision that was not
 * undone. With `released`, returns only released decisions. Applicants, evaluators, and exports must never see
 * unreleased decisions.
 */
export async function currentDecisions(
  db: Executor,
  editionId: string,
  { released }: { released: boolean },
): Promise<DecisionsByProject> {
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
  const standing: DecisionsByProject = new Map();
  for (const decision of rows) {
    const own = standing.get(decision.projectId) ?? new Map<Stage, Decision>();
    standing.set(decision.projectId, own.set(decision.stage, decision));
  }
  return standing;
}

/** Reports whether staff have released decisions about a selection stage that the round's ranking decides. */
export async function hasReleased(db: Executor, round: Round): Promise<boolean> {
  const all = await readRounds(db, round.edition);
  const decided = STAGE_IDS.filter((stage) => roundDeciding(all, stage).number === round.number);
  const released = and(
    eq(decisions.editionId, round.editionId),
    inArray(decisions.stage, decided),
    isNotNull(decisions.releaseId),
    isNull(decisions.undoneAt),
  );
  return (await db.$count(decisions, released)) > 0;
}

/** Reports whether the decision in effect selects a project for a selection stage. */
export function isSelected(standing: DecisionsByProject, projectId: string, stage: Stage): boolean {
  return standing.get(projectId)?.get(stage)?.outcome === "selected";
}

/**
 * Returns the released results: the furthest selection stage that each project has reached, and the number of selected
 * projects per stage.
 */
export async function releasedDecisions(db: Executor, editionId: string) {
  const standing = await currentDecisions(db, editionId, { released: true });
  const reached = new Map<string, Stage>();
  const selected = new Map<Stage, number>();
  for (const [projectId, own] of standing) {
    const stages = [...own.keys()].filter((stage) => isSelected(standing, projectId, stage));
    for (const stage of stages) selected.set(stage, (selected.get(stage) ?? 0) + 1);
    const furthest = furthestStage(stages);
    if (furthest) reached.set(projectId, furthest);
  }
  const decisions = STAGE_IDS.flatMap((stage) => {
    const count = selected.get(stage);
    return count === undefined ? [] : [{ stage, selected: count }];
  });
  return { reached, decisions };
}
