import { PRIVATE_HEADERS } from "@/lib/api/failure";
import { thirdPartiesFor } from "@/lib/third-parties";

/** Returns the allowed third parties. The browser requests them after consent; the request headers affect the result. */
export function GET(request: Request): Response {
  return Response.json(thirdPartiesFor(request.headers), { headers: PRIVATE_HEADERS });
}
