import type * as contract from "@/contract/evaluation/evaluations";
import { asEvaluatorsRead } from "@/contract/evaluation/read-project";
import { isResubmitted } from "@/contract/evaluation/resubmission";
import { FILE_FIELDS } from "@/contract/project/project-fields";
import { renditionStates } from "../../files/renditions/read-renditions";
import type { Call } from "../../http/serve";
import { closingAnswer, criteriaFor, findEvaluationRecord } from "../closing";
import { conflictsOfInterest } from "../conflicts-of-interest";
import { scoringAnswer } from "../edition";
import { isReadIn, isStored, roundAnswer, roundReading } from "../own-rounds";
import { findEvaluation, shownEvaluation } from "../score/stored-evaluation";
import { findSentProject } from "../sent-project";
import { answersBefore } from "./answers-before";
import { findPossibleConflicts } from "./possible-conflicts";

/** Returns one submission with the caller's evaluation. Later changes to the draft do not affect the submission. */
export async function getProjectForEvaluation({
  db,
  caller,
  params,
  query,
  language,
  arrivedAt,
  config,
}: Call<typeof contract.getProjectForEvaluation>) {
  const { submission, edition } = await findSentProject(db, params.id);
  const asking = { db, caller, arrivedAt, config };
  const round = await roundReading(asking, edition, submission.projectId, query.round);
  const { project } = submission;
  const [stored, closing, criteria, hints, conflicts, isRead] = await Promise.all([
    findEvaluation(db, round, caller.id, submission.projectId),
    findEvaluationRecord(db, round, caller.id),
    criteriaFor(db, round, caller.id),
    findPossibleConflicts(db, caller, submission.projectId, project),
    conflictsOfInterest(db, caller, submission.editionId),
    !isStored(round) || isReadIn(db, round, submission.projectId),
  ]);
  const conflict = conflicts.get(submission.projectId);
  const evaluation = shownEvaluation(stored, submission.id, { conflict, criteria, language });
  const sent_again = isResubmitted(evaluation);
  const read = asEvaluatorsRead(project);
  return {
    id: submission.projectId,
    number: submission.number,
    edition: edition.year,
    ...roundAnswer(round),
    ...(!isRead && { outside: true as const }),
    ...(round.feedback && { feedback: true as const }),
    hints,
    sent_at: submission.sentAt.toISOString(),
    project: read,
    language: submission.written,
    evaluation,
    sent_again,
    before: sent_again ? await answersBefore(db, stored, read) : {},
    renditions: await renditionStates(
      db,
      FILE_FIELDS.flatMap((field) => read[field]?.id ?? []),
    ),
    ...closingAnswer(closing),
    ...scoringAnswer(round, arrivedAt, config),
  };
}
