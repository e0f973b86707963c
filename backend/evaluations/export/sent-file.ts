import type * as contract from "@/contract/evaluation/evaluations";
import { FILE_FIELDS } from "@/contract/project/project-fields";
import { fail } from "../../http/failure";
import { readId } from "../../http/parse";
import { sendFile } from "../../http/send-file";
import type { Call } from "../../http/serve";
import { findSentProject } from "../sent-project";

/**
 * Returns the content of a file of the submission. Fails with 404 for a file that only the newer draft
 * contains.
 */
export async function getEvaluationFile({
  db,
  request,
  params,
  store,
}: Call<typeof contract.getEvaluationFile>) {
  const { submission } = await findSentProject(db, params.id);
  const id = readId(params.fileId);
  const file = FILE_FIELDS.map((field) => submission.project[field]).find((one) => one?.id === id);
  return file ? sendFile(request, file, store) : fail("not_found");
}
