import type { getProjectForEvaluation } from "@/contract/evaluations";
import type { Handler } from "../http/serve";
import { closingAnswer, findClosing } from "./closing";
import { findHints } from "./hints";
import { findSentProject } from "./sent-project";
import { findEvaluation, toEvaluation } from "./stored-evaluation";

/** One project as it was sent, whatever its draft says meanwhile, and the caller's evaluation. */
export const readProject: Handler<typeof getProjectForEvaluation> = async ({
  db,
  caller,
  params,
}) => {
  const { submission, edition } = await findSentProject(db, params.id);
  const { project } = submission;
  const [evaluation, closing, hints] = await Promise.all([
    findEvaluation(db, caller.id, submission.projectId),
    findClosing(db, submission.editionId, caller.id),
    findHints(db, caller, submission.projectId, project),
  ]);
  return {
    id: submission.projectId,
    number: submission.number,
    edition: edition.year,
    hints,
    sent_at: submission.sentAt.toISOString(),
    project,
    evaluation: evaluation && toEvaluation(evaluation, submission.id),
    ...closingAnswer(closing),
  };
};
