import type * as contract from "@/contract/evaluation/evaluations";
import { FILE_FIELDS } from "@/contract/project/project-fields";
import type { Project, ProjectFile } from "@/contract/project/project-schemas";
import { fail } from "../../http/failure";
import { readId } from "../../http/parse";
import { sendFile } from "../../http/send-file";
import type { Call } from "../../http/serve";
import { roundReading } from "../own-rounds";
import { findSentProject } from "../sent-project";

/**
 * Returns the content of a file of the submission. Fails with 404 for a file that only the newer draft
 * contains.
 */
export async function getEvaluationFile({
  db,
  request,
  caller,
  params,
  store,
  arrivedAt,
  config,
}: Call<typeof contract.getEvaluationFile>) {
  const { submission, edition } = await findSentProject(db, params.id);
  const asking = { db, caller, arrivedAt, config };
  await roundReading(asking, edition, submission.projectId, undefined);
  return sendFile(request, fileIn(submission.project, params.fileId), store);
}

/** Returns the file of a submission with the id of a path. Fails with 404 if the submission does not contain it. */
export function fileIn(project: Project, fileId: string): ProjectFile {
  const id = readId(fileId);
  const file = FILE_FIELDS.map((field) => project[field]).find((one) => one?.id === id);
  return file ?? fail("not_found");
}
