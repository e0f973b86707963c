import {
  continueUpload,
  createUpload,
  deleteProjectFile,
  describeUploads,
  getProjectFile,
} from "@/contract/project";
import type { Dependencies } from "../dependencies";
import { Failure, fail } from "../http/failure";
import type { Serve } from "../http/serve";
import { deleteOwnFile, sendOwnFile } from "./own-files";
import { createUploads } from "./uploads";

/** Serves the applicants' files: tus for sending them, plain HTTP for reading them. */
export function serveFiles(serve: Serve, deps: Dependencies) {
  const uploads = createUploads(deps);
  serve(describeUploads, uploads.describe);
  serve(createUpload, (call) => inTus(uploads.create(call)));
  serve(continueUpload, (call) => inTus(uploads.append(call)));
  // The router hands HEAD to GET: HEAD is tus' question, GET is never tus' own but the file itself.
  serve(getProjectFile, (call) =>
    call.request.method === "HEAD" ? inTus(uploads.head(call)) : sendOwnFile(call),
  );
  serve(deleteProjectFile, async (call) => {
    if (await deleteOwnFile(call)) return;
    if (!(await uploads.terminate(call.params.id, call.caller.id))) fail("not_found");
  });
}

/** "The Tus-Resumable header MUST be included in every response": refusals are responses too. */
async function inTus(answer: Promise<Response>): Promise<Response> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const response = error.toResponse();
    response.headers.set("Tus-Resumable", "1.0.0");
    if (error.code === "tus_version") response.headers.set("Tus-Version", "1.0.0");
    return response;
  }
}
