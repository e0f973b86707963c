import { PRIVATE_HEADERS } from "@/lib/api/failure";

/** Returns the server's current time in the `Date` header, without a body. The response is never cached. */
export function GET(): Response {
  return new Response(null, { status: 204, headers: PRIVATE_HEADERS });
}
