import { PRIVATE_HEADERS } from "@/lib/api/failure";
import { thirdPartiesFor } from "@/lib/third-parties";

/**
 * Returns the third-party services that pages can load. The browser requests the list after consent. The list is empty
 * if a request header refuses tracking (DNT or Global Privacy Control).
 */
export function GET(request: Request): Response {
  return Response.json(thirdPartiesFor(request.headers), { headers: PRIVATE_HEADERS });
}
