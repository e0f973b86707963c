import { PRIVATE_HEADERS } from "@/lib/api/failure";

/** Returns only the current time, in the `Date` header. Never cached, so the time is correct. */
export function GET(): Response {
  return new Response(null, { status: 204, headers: PRIVATE_HEADERS });
}
