import {
  continueUpload,
  createUpload,
  deleteProjectFile,
  describeUploads,
  getProjectFile,
  revertProject as revert,
  saveCaptions as saveCaptionsOf,
} from "@/contract/project/project";
import type { Dependencies } from "../dependencies";
import { Failure, fail, PRIVATE_HEADERS } from "../http/failure";
import type { Call, Serve } from "../http/serve";
import { deleteOwnFile, saveCaptions, sendOwnFile } from "./own-files";
import { revertProject } from "./revert-project";
import { createUploads } from "./uploads";

const VERSION = "1.0.0";

/** Registers the endpoints of applicants' files: tus for uploads, plain HTTP for downloads. */
export function serveFiles(serve: Serve, deps: Dependencies) {
  const uploads = createUploads(deps);
  serve(describeUploads, () => inTus(uploads.describe()));
  serve(revert, revertProject);
  serve(saveCaptionsOf, saveCaptions);
  serve(createUpload, (call) => inTus(uploads.create(call)));
  serve(continueUpload, (call) => inTus(uploads.append(call)));
  // The router sends HEAD requests to GET handlers. A HEAD request asks for the state of an upload (tus protocol), and
  // a GET request for the file.
  serve(getProjectFile, (call) =>
    call.request.method === "HEAD" ? inTus(uploads.head(call)) : sendOwnFile(call),
  );
  serve(deleteProjectFile, (call) =>
    call.request.headers.has("tus-resumable") ? inTus(end(call)) : end(call),
  );

  /** Deletes a file or an unfinished upload with the given id. The client need not know which of the two has the id. */
  async function end(call: Call<typeof deleteProjectFile>): Promise<Response> {
    const gone =
      (await deleteOwnFile(call)) || (await uploads.terminate(call.params.id, call.caller.id));
    return gone ? new Response(null, { status: 204, headers: PRIVATE_HEADERS }) : fail("not_found");
  }
}

/**
 * Adds the tus headers to a response. The tus protocol requires the header Tus-Resumable in every response, including
 * errors.
 */
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
