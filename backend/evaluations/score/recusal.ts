import type * as contract from "@/contract/evaluation/evaluations";
import { evaluations } from "../../db/schema/evaluations";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { lockOpenWork } from "../closing";
import { conflictsOfInterest } from "../conflicts-of-interest";
import { requireBeforeEnd } from "../edition";
import { roundWriting } from "../own-rounds";
import { evaluationOf } from "../round";
import { isBarred } from "../scope";
import { findSentProject } from "../sent-project";
import { writeEvaluation } from "./save-evaluation";

/**
 * Recuses the caller from a project and stores the reason. Earlier scores stay stored, but do not count during the
 * recusal. The reference to the scored submission also stays.
 */
export function recuse({
  db,
  caller,
  params,
  body,
  arrivedAt,
  config,
}: Call<typeof contract.recuse>) {
  return db.transaction(async (tx) => {
    const { submission, edition } = await findSentProject(tx, params.id);
    const asking = { db: tx, caller, arrivedAt, config };
    const round = await roundWriting(asking, edition, submission.projectId, body.round);
    await lockOpenWork(tx, round, caller.id);
    requireBeforeEnd(round, arrivedAt, config);
    await writeEvaluation(tx, round, {
      projectId: submission.projectId,
      evaluatorId: caller.id,
      recusal: body.reason,
      recusedAt: arrivedAt,
      updatedAt: arrivedAt,
    });
  });
}

/**
 * Revokes the caller's recusal. Without a recusal, has no effect. A recusal by the conflict-of-interest rule or by
 * staff cannot be revoked.
 */
export function takeBackRecusal({
  db,
  caller,
  params,
  query,
  arrivedAt,
  config,
}: Call<typeof contract.takeBackRecusal>) {
  return db.transaction(async (tx) => {
    const { submission, edition } = await findSentProject(tx, params.id);
    const asking = { db: tx, caller, arrivedAt, config };
    const round = await roundWriting(asking, edition, submission.projectId, query.round);
    await lockOpenWork(tx, round, caller.id);
    requireBeforeEnd(round, arrivedAt, config);
    const conflicts = await conflictsOfInterest(tx, caller, edition.id);
    if (conflicts.has(submission.projectId)) fail("conflict_of_interest");
    if (await isBarred(tx, round, submission.projectId, caller.id)) fail("reading_taken");
    await tx
      .update(evaluations)
      .set({ recusal: null, recusedAt: null, updatedAt: arrivedAt })
      .where(evaluationOf(round, caller.id, submission.projectId));
  });
}
