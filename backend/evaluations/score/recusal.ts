import { and, eq } from "drizzle-orm";
import type { recuse, takeBackRecusal } from "@/contract/evaluations";
import { evaluations } from "../db/schema/evaluations";
import type { Handler } from "../http/serve";
import { lockOpenWork } from "./closing";
import { requireBeforeEnd } from "./edition";
import { writeEvaluation } from "./save-evaluation";
import { findSentProject } from "./sent-project";

/**
 * Steps back from a project, with the reason on record. Scores given before stay stored and count
 * for nothing while the recusal stands. The version stays too: it is about scores and note.
 */
export const storeRecusal: Handler<typeof recuse> = ({
  db,
  caller,
  params,
  body,
  arrivedAt,
  config,
}) =>
  db.transaction(async (tx) => {
    const { submission, edition } = await findSentProject(tx, params.id);
    await lockOpenWork(tx, edition.id, caller.id);
    requireBeforeEnd(edition, arrivedAt, config);
    await writeEvaluation(tx, {
      editionId: edition.id,
      projectId: submission.projectId,
      evaluatorId: caller.id,
      recusal: body.reason,
      recusedAt: arrivedAt,
      updatedAt: arrivedAt,
    });
  });

/** Takes a recusal back; without one nothing changes. */
export const removeRecusal: Handler<typeof takeBackRecusal> = ({
  db,
  caller,
  params,
  arrivedAt,
  config,
}) =>
  db.transaction(async (tx) => {
    const { submission, edition } = await findSentProject(tx, params.id);
    await lockOpenWork(tx, edition.id, caller.id);
    requireBeforeEnd(edition, arrivedAt, config);
    await tx
      .update(evaluations)
      .set({ recusal: null, recusedAt: null, updatedAt: arrivedAt })
      .where(
        and(
          eq(evaluations.evaluatorId, caller.id),
          eq(evaluations.projectId, submission.projectId),
        ),
      );
  });
