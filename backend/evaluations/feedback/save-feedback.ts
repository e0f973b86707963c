import { eq } from "drizzle-orm";
import type * as contract from "@/contract/evaluation/feedback";
import { inReasonOrder } from "@/contract/evaluation/reasons";
import { languageOf } from "@/contract/languages";
import { feedback } from "../../db/schema/feedback";
import { holdRounds } from "../../editions/rounds";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { findEvaluationRecord, lockWork } from "../closing";
import { conflictsOfInterest } from "../conflicts-of-interest";
import { requireScoringOpen, scoringAt } from "../edition";
import { isReadIn, isStored, roundReading, roundWriting } from "../own-rounds";
import { isBarred } from "../scope";
import { findEvaluation } from "../score/stored-evaluation";
import { findSentProject } from "../sent-project";
import { findFeedback, questionAbout, toFeedback } from "./stored-feedback";

/** Returns the caller's feedback text for the applicant. Fails with 404 if the round has no feedback. */
export async function getFeedback(call: Call<typeof contract.getFeedback>) {
  const { db, caller, params, query, arrivedAt, config } = call;
  const { submission, edition } = await findSentProject(db, params.id);
  const { projectId } = submission;
  const asking = { db, caller, arrivedAt, config };
  const round = await roundReading(asking, edition, projectId, query.round);
  if (!round.feedback) return fail("not_found");
  const stored = await findFeedback(db, round, caller.id, projectId);
  const question = await questionAbout(db, stored);
  const conflicts = await conflictsOfInterest(db, caller, edition.id);
  const evaluation = await findEvaluation(db, round, caller.id, projectId);
  const isRecused = conflicts.has(projectId) || (evaluation?.recusal ?? null) !== null;
  const isClosed = (await findEvaluationRecord(db, round, caller.id)) !== null;
  const isRead = !isStored(round) || (await isReadIn(db, round, projectId));
  const isRunning = !isClosed && isRead && scoringAt(round, arrivedAt, config) === "open";
  const open = !isRecused && (isRunning || question !== null);
  return toFeedback(stored, { open, question, language: languageOf(caller.language) });
}

/**
 * Saves the text, the language, and the reasons of a feedback text. Values that the request omits stay unchanged. Takes
 * the same lock as saving scores, so that a save is either complete before the evaluation is closed, or rejected. If
 * staff have asked the author a question about the text, the author can change the text after closing the evaluation.
 */
export function saveFeedback(call: Call<typeof contract.saveFeedback>) {
  const { db, caller, params, body, ifMatch, arrivedAt, config } = call;
  return db.transaction(async (tx) => {
    const { submission, edition } = await findSentProject(tx, params.id);
    const { projectId } = submission;
    await holdRounds(tx, edition.id);
    const asking = { db: tx, caller, arrivedAt, config };
    const round = await roundWriting(asking, edition, projectId, body.round);
    if (!round.feedback) return fail("not_found");
    await lockWork(tx, round, caller.id);
    const stored = await findFeedback(tx, round, caller.id, projectId);
    const question = await questionAbout(tx, stored);
    if (question === null) {
      if (await findEvaluationRecord(tx, round, caller.id)) fail("evaluation_closed");
      requireScoringOpen(round, arrivedAt, config);
    }
    const conflicts = await conflictsOfInterest(tx, caller, edition.id);
    if (conflicts.has(projectId)) fail("conflict_of_interest");
    if (await isBarred(tx, round, projectId, caller.id)) fail("reading_taken");
    const evaluation = await findEvaluation(tx, round, caller.id, projectId);
    if ((evaluation?.recusal ?? null) !== null) fail("project_recused");
    const shown = { open: true, question, language: languageOf(caller.language) };
    const current = toFeedback(stored, shown);
    if (ifMatch !== null && ifMatch !== current.version) fail("version_conflict", { current });
    const values = {
      editionId: edition.id,
      projectId,
      evaluatorId: caller.id,
      round: round.number,
      text: body.text ?? current.text,
      language: body.language ?? current.language,
      reasons: inReasonOrder(body.reasons ?? current.reasons),
      version: current.version + 1,
      updatedAt: arrivedAt,
    };
    // Choose between update and insert, because the trigger that freezes feedback texts would treat an upsert
    // as an insert. The lock on the evaluator's work prevents two concurrent inserts.
    const [row] = stored
      ? await tx.update(feedback).set(values).where(eq(feedback.id, stored.id)).returning()
      : await tx.insert(feedback).values(values).returning();
    if (!row) throw new Error("a text for an applicant was not stored");
    return toFeedback(row, shown);
  });
}
