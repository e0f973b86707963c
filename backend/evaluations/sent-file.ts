import type { getEvaluationFile } from "@/contract/evaluations";
import { FILE_FIELDS } from "@/contract/project-fields";
import { sendFile } from "../files/send-file";
import { fail } from "../http/failure";
import { readId } from "../http/parse";
import type { Handler } from "../http/serve";
import { findSentProject } from "./sent-project";

/** The bytes of a file of the sent version; one that is only in the newer draft is a 404. */
export const readSentFile: Handler<typeof getEvaluationFile> = async ({
  db,
  request,
  params,
  config,
}) => {
  const { submission } = await findSentProject(db, params.id);
  const id = readId(params.fileId);
  const file = FILE_FIELDS.map((field) => submission.project[field]).find((one) => one?.id === id);
  return file ? sendFile(request, file, config) : fail("not_found");
};
