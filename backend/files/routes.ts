import {
  continueUpload,
  createUpload,
  deleteProjectFile,
  describeUploads,
  getProjectFile,
  revertProject as revert,
} from "@/contract/project/project";
import type { Dependencies } from "../dependencies";
import { Failure, fail, PRIVATE_HEADERS } from "../http/failure";
import type { Call, Serve } from "../http/serve";
import { deleteOwnFile, sendOwnFile } from "./own-files";
import { revertProject } from "./revert-project";
import { createUploads } from "./uploads";

const VERSION = "1.0.0";

/** Serves the applicants' files: tus for sending them, plain HTTP for reading them. */
export function serveFiles(serve: Serve, deps: Dependencies) {
  const uploads = createUploads(deps);
  serve(describeUploads, () => inTus(uploads.describe()));
  serve(revert, revertProject);
  serve(createUpload, (call) => inTus(uploads.create(call)));
  serve(continueUpload, (call) => inTus(uploads.append(call)));
  // The router hands HEAD to GET: HEAD is tus' question, GET is never tus' own but the file itself.
  serve(getProjectFile, (call) =>
    call.request.method === "HEAD" ? inTus(uploads.head(call)) : sendOwnFile(call),
  );
  serve(deleteProjectFile, (call) =>
    call.request.headers.has("tus-resumable") ? inTus(end(call)) : end(call),
  );

  /** A file, or an upload that is not finished: whoever deletes need not know which it is. */
  async function end(call: Call<typeof deleteProjectFile>): Promise<Response> {
    const gone =
      (await deleteOwnFile(call)) || (await uploads.terminate(call.params.id, call.caller.id));
    return gone ? new Response(null, { status: 204, headers: PRIVATE_HEADERS }) : fail("not_found");
  }
}

/** "The Tus-Resumable header MUST be included in every response": refusals are responses too. */
async function inTus(answer: Promise<Response>): Promise<Response> {
  try {
    const response = await answer;
    response.headers.set("Tus-Resumable", VERSION);
    return response;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const response = error.toResponse();
    response.headers.set("Tus-Resumable", VERSION);
    if (error.code === "tus_version") response.headers.set("Tus-Version", VERSION);
    return response;
  }
}
