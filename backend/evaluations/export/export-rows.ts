import { and, asc, eq, gt, type SQL } from "drizzle-orm";
import type { Evaluation } from "@/contract/evaluation/evaluation-schemas";
import type { WeightedCriterion } from "@/contract/evaluation/weights";
import { type Language, languageOf } from "@/contract/languages";
import { wholeProject } from "@/contract/project/project-schemas";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { projects, submissions } from "../../db/schema/applications";
import { evaluations } from "../../db/schema/evaluations";
import type { RoundKey } from "../../editions/rounds";
import { conflictsOfInterest, type EvaluatorIdentity } from "../conflicts-of-interest";
import { ownEvaluation, readIn } from "../round";
import { shownEvaluation } from "../score/stored-evaluation";

/** A submission, and the language of its answers. */
type Submission = typeof submissions.$inferSelect & { written: Language };
export type ExportProject = { submission: Submission; evaluation: Evaluation | null };

/** Number of projects read at a time, so that memory use does not grow with the number of projects. */
const BATCH = 100;

/**
 * Yields the projects of a round with the caller's own evaluations, in order of receipt number.
 *
 * @param criteria the weights of the caller's totals (`criteriaFor`)
 * @param scope the projects that the caller evaluates (`scopeOf`)
 */
export async function* readSentProjects(
  db: Executor,
  round: RoundKey,
  caller: EvaluatorIdentity & { id: string },
  {
    language,
    criteria,
    scope,
  }: { language: Language; criteria: readonly WeightedCriterion[]; scope?: SQL | undefined },
): AsyncGenerator<ExportProject> {
  const conflicts = await conflictsOfInterest(db, caller, round.editionId);
  let after = "";
  for (;;) {
    const rows = await db
      .select({ submission: submissions, evaluation: evaluations, written: users.language })
      .from(submissions)
      .innerJoin(projects, eq(projects.id, submissions.projectId))
      .innerJoin(users, eq(users.id, projects.userId))
      .leftJoin(evaluations, ownEvaluation(round, caller.id))
      .where(and(readIn(round), gt(submissions.number, after), scope))
      .orderBy(asc(submissions.number))
      .limit(BATCH);
    for (const { submission, evaluation, written } of rows) {
      const conflict = conflicts.get(submission.projectId);
      const project = wholeProject(submission.project);
      yield {
        submission: { ...submission, project, written: languageOf(written) },
        evaluation: shownEvaluation(evaluation, submission.id, { conflict, criteria, language }),
      };
      after = submission.number;
    }
    if (rows.length < BATCH) return;
  }
}

/** Returns the receipt numbers of a round's projects, by project id. */
export async function receiptNumbers(db: Executor, round: RoundKey): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: submissions.projectId, number: submissions.number })
    .from(submissions)
    .where(readIn(round));
  return new Map(rows.map(({ id, number }) => [id, number]));
}
