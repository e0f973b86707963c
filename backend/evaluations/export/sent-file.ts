import type * as contract from "@/contract/evaluation/evaluations";
import { FILE_FIELDS } from "@/contract/project/project-fields";
import type { Project, ProjectFile } from "@/contract/project/project-schemas";
import { sendFileAs } from "../../files/renditions/read-renditions";
import { fail } from "../../http/failure";
import { readId } from "../../http/parse";
import type { Call } from "../../http/serve";
import { roundReading } from "../own-rounds";
import { findSentProject } from "../sent-project";

/** Returns the content of a submission's file. Fails with 404 for a file that only the newer draft contains. */
export async function getEvaluationFile(call: Call<typeof contract.getEvaluationFile>) {
  const { submission, edition } = await findSentProject(call.db, call.params.id);
  await roundReading(call, edition, submission.projectId, undefined);
  return sendFileAs(call, fileIn(submission.project, call.params.fileId));
}

/**
 * Returns the file of a submission with the id from a URL. Fails with 404 if the submission does not contain the file.
 */
export function fileIn(project: Project, fileId: string): ProjectFile {
  const id = readId(fileId);
  const file = FILE_FIELDS.map((field) => project[field]).find((one) => one?.id === id);
  return file ?? fail("not_found");
}
