import { and, eq } from "drizzle-orm";
import type * as contract from "@/contract/evaluation/evaluations";
import type { Executor } from "../../db/connect";
import { submissions } from "../../db/schema/applications";
import { evaluations } from "../../db/schema/evaluations";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { lockOpenWork } from "../close/closing";
import { conflictsOf } from "../conflicts";
import { requireScoringOpen } from "../edition";
import { findSentProject } from "../list/sent-project";
import { findEvaluation, NO_EVALUATION, toEvaluation } from "./stored-evaluation";

/**
 * Sets the given scores and note; the others stay. `read` alone lets the scores stand for the version it
 * names. No score is accepted while the caller is recused,
 * and nothing at all if they are recused by rule. Nothing is stored once the evaluation is
 * closed: the lock and the check of the record are in the transaction that writes.
 */
export function saveEvaluation({
  db,
  caller,
  params,
  body,
  ifMatch,
  arrivedAt,
  config,
}: Call<typeof contract.saveEvaluation>) {
  return db.transaction(async (tx) => {
    const { submission, edition } = await findSentProject(tx, params.id);
    await lockOpenWork(tx, edition.id, caller.id);
    requireScoringOpen(edition, arrivedAt, config);
    const conflicts = await conflictsOf(tx, caller, edition.id);
    if (conflicts.has(submission.projectId)) fail("conflict_of_interest");
    const stored = await findEvaluation(tx, caller.id, submission.projectId);
    const current = stored ? toEvaluation(stored, submission.id) : NO_EVALUATION;
    if (ifMatch !== null && ifMatch !== current.version) fail("version_conflict", { current });
    const scores = body.scores ?? {};
    // Only a score, or saying so, shows that a version was read: a note may be about anything.
    const judged =
      body.read !== undefined || Object.values(scores).some((score) => score !== undefined);
    if (judged && current.recusal !== null) fail("project_recused");
    // Sent again while it was being read: the scores are about what was read, not about what came.
    const read =
      body.read === undefined ? submission : await findVersion(tx, submission, body.read);
    const row = await writeEvaluation(tx, {
      editionId: edition.id,
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

/** The sent version of a project with that receipt's number. */
async function findVersion(tx: Executor, { projectId }: { projectId: string }, number: string) {
  const [version] = await tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(and(eq(submissions.projectId, projectId), eq(submissions.number, number)));
  return version ?? fail("invalid_fields", { fields: { read: "invalid_choice" } });
}

/** Inserts or updates the one row of an evaluator and a project; columns not given stay as they are. */
export async function writeEvaluation(tx: Executor, values: typeof evaluations.$inferInsert) {
  const [row] = await tx
    .insert(evaluations)
    .values(values)
    .onConflictDoUpdate({ target: [evaluations.evaluatorId, evaluations.projectId], set: values })
    .returning();
  if (!row) throw new Error("an evaluation was not stored");
  return row;
}
