import { or } from "drizzle-orm";
import { SELECTION_STAGES, type Stage } from "@/contract/evaluation/funnel";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { submissions } from "../../db/schema/applications";
import { firstRoundKey, type Round, readRounds } from "../../editions/rounds";
import { currentDecisions, isSelected } from "../../evaluations/ranking/decisions";
import { evaluatorsOf, readIn, wroteIn } from "../../evaluations/round";
import { type Candidate, readCandidates, restOn } from "../../selection/candidates";
import { indexNames, type NameIndex } from "./detect";

/**
 * Returns the projects that a release of a stage would not select. These projects reached the previous stage, are not
 * selected for this or a later stage, and have no released decision about this stage. Includes projects whose
 * unreleased correction is "not selected".
 */
export async function notSelected(db: Executor, round: Round, stage: Stage): Promise<Candidate[]> {
  const standing = await currentDecisions(db, round.editionId, { released: false });
  const after = SELECTION_STAGES.find(({ id }) => id === stage)?.after ?? null;
  return (await readCandidates(db, round.edition, stage)).filter(({ id }) => {
    const decision = standing.get(id)?.get(stage);
    if (decision) return decision.releaseId === null && decision.outcome === "not_selected";
    if (restOn(stage).some((later) => isSelected(standing, id, later))) return false;
    return after === null || isSelected(standing, id, after);
  });
}

/**
 * Returns an index of the names that a feedback text should not contain: the evaluators of all rounds, and the edition's
 * projects.
 */
export const namesToFind = (
  people: readonly EditionEvaluator[],
  projects: readonly string[],
): NameIndex =>
  indexNames([
    ...people.flatMap((one) => [
      { kind: "evaluator" as const, name: nameOf(one).trim() },
      { kind: "evaluator" as const, name: one.lastName },
    ]),
    ...projects.map((name) => ({ kind: "project" as const, name })),
  ]);

type EditionEvaluator = Awaited<ReturnType<typeof evaluatorsInEdition>>[number];

export const nameOf = ({ firstName, lastName }: EditionEvaluator) => `${firstName} ${lastName}`;

/** Returns the names of the edition's submitted projects. */
export async function projectNames(db: Executor, { editionId }: Round): Promise<string[]> {
  const rows = await db
    .select({ name: submissions.nome })
    .from(submissions)
    .where(readIn(firstRoundKey(editionId)));
  return rows.map(({ name }) => name);
}

/**
 * Returns the evaluators of all rounds of an edition, and the former evaluators who stored an evaluation, a feedback
 * text or a contribution in the edition.
 */
export async function evaluatorsInEdition(db: Executor, { edition, editionId }: Round) {
  const rounds = await readRounds(db, edition);
  const { id, firstName, lastName } = users;
  return db
    .select({ id, firstName, lastName })
    .from(users)
    .where(or(...rounds.map(evaluatorsOf), wroteIn(editionId)));
}
