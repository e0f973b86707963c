import type { getProjectForEvaluation } from "@/contract/evaluations";
import type { Handler } from "../http/serve";
import { closingAnswer, findClosing } from "./closing";
import { findSentProject } from "./sent-project";
import { findEvaluation, toEvaluation } from "./stored-evaluation";

/** One project as it was sent, whatever its draft says meanwhile, and the caller's evaluation. */
export const readProject: Handler<typeof getProjectForEvaluation> = async ({
  db,
  caller,
  params,
}) => {
  const { submission } = await findSentProject(db, params.id);
  const [evaluation, closing] = await Promise.all([
    findEvaluation(db, caller.id, submission.projectId),
    findClosing(db, submission.editionId, caller.id),
  ]);
  return {
    id: submission.projectId,
    sent_at: submission.sentAt.toISOString(),
    project: submission.project,
    evaluation: evaluation && toEvaluation(evaluation, submission.id),
    ...closingAnswer(closing),
  };
};
