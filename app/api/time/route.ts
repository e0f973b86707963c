import { PRIVATE_HEADERS } from "@/lib/api/failure";

/** Returns nothing but the time, in its Date header; never cached, so that the time is now. */
export function GET(): Response {
  return new Response(null, { status: 204, headers: PRIVATE_HEADERS });
}
