import { PRIVATE_HEADERS } from "@/lib/api/failure";
import { thirdPartiesFor } from "@/lib/third-parties";

/** Requested by the browser after consent; the response depends on the request's own signals. */
export function GET(request: Request): Response {
  return Response.json(thirdPartiesFor(request.headers), { headers: PRIVATE_HEADERS });
}
