import { PRIVATE_HEADERS } from "@/lib/api/failure";
import { thirdPartiesFor } from "@/lib/third-parties";

/** Asked by the browser after a consent; the answer depends on the request's own signals. */
export function GET(request: Request): Response {
  return Response.json(thirdPartiesFor(request.headers), { headers: PRIVATE_HEADERS });
}
