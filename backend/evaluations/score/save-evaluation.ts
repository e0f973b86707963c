import { and, eq } from "drizzle-orm";
import type * as contract from "@/contract/evaluation/evaluations";
import type { Executor } from "../../db/connect";
import { submissions } from "../../db/schema/applications";
import { evaluations } from "../../db/schema/evaluations";
import type { RoundKey } from "../../editions/rounds";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { lockOpenWork } from "../closing";
import { conflictsOfInterest } from "../conflicts-of-interest";
import { requireScoringOpen } from "../edition";
import { roundWriting } from "../own-rounds";
import { isBarred } from "../scope";
import { findSentProject } from "../sent-project";
import { findEvaluation, NO_EVALUATION, toEvaluation } from "./stored-evaluation";

/**
 * Saves the given scores and note of an evaluation. Missing values stay unchanged. `read` names the submission that the
 * evaluator read. A request with `read` and without scores confirms the existing scores for that submission. Rejects
 * scores while the evaluator is recused, and all changes if the conflict-of-interest rule recuses the evaluator.
 *
 * In an edition with several rounds, the request must name the round. Rejects changes after the evaluation is closed.
 * The lock, the check for an evaluation record, and the write are in one transaction.
 */
export function saveEvaluation({
  db,
  caller,
  params,
  body,
  ifMatch,
  arrivedAt,
  config,
}: Pick<
  Call<typeof contract.saveEvaluation>,
  "db" | "caller" | "params" | "body" | "ifMatch" | "arrivedAt" | "config"
>) {
  return db.transaction(async (tx) => {
    const { submission, edition } = await findSentProject(tx, params.id);
    const asking = { db: tx, caller, arrivedAt, config };
    const round = await roundWriting(asking, edition, submission.projectId, body.round);
    await lockOpenWork(tx, round, caller.id);
    requireScoringOpen(round, arrivedAt, config);
    const conflicts = await conflictsOfInterest(tx, caller, edition.id);
    if (conflicts.has(submission.projectId)) fail("conflict_of_interest");
    if (await isBarred(tx, round, submission.projectId, caller.id)) fail("reading_taken");
    const stored = await findEvaluation(tx, round, caller.id, submission.projectId);
    const current = stored ? toEvaluation(stored, submission.id) : NO_EVALUATION;
    if (ifMatch !== null && ifMatch !== current.version) fail("version_conflict", { current });
    const scores = body.scores ?? {};
    // Only a score or the field `read` shows that the evaluator has read a submission, because a note can be about
    // anything.
    const judged =
      body.read !== undefined || Object.values(scores).some((score) => score !== undefined);
    if (judged && current.recusal !== null) fail("project_recused");
    // If the applicant resubmits while an evaluator scores, the scores refer to the submission that the evaluator saw.
    const read =
      body.read === undefined ? submission : await findVersion(tx, submission, body.read);
    const row = await writeEvaluation(tx, round, {
      projectId: submission.projectId,
      evaluatorId: caller.id,
      ...scores,
      ...(body.note !== undefined && { note: body.note }),
      ...(judged && { submissionId: read.id }),
      version: current.version + 1,
      updatedAt: arrivedAt,
    });
    return toEvaluation(row, submission.id);
  });
}

/** Returns the submission of a project that has the given receipt number. */
async function findVersion(tx: Executor, { projectId }: { projectId: string }, number: string) {
  const [version] = await tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(and(eq(submissions.projectId, projectId), eq(submissions.number, number)));
  return version ?? fail("invalid_fields", { fields: { read: "invalid_choice" } });
}

/** Inserts or updates the evaluation of a project by an evaluator in a round. Omitted columns keep their values. */
export async function writeEvaluation(
  tx: Executor,
  { editionId, number }: RoundKey,
  given: Omit<typeof evaluations.$inferInsert, "editionId" | "round">,
) {
  const values = { editionId, round: number, ...given };
  const [row] = await tx
    .insert(evaluations)
    .values(values)
    .onConflictDoUpdate({
      target: [evaluations.evaluatorId, evaluations.projectId, evaluations.round],
      set: values,
    })
    .returning();
  if (!row) throw new Error("an evaluation was not stored");
  return row;
}
