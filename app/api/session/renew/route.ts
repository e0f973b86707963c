import { renew } from "@/lib/api/session/renew";

/** Refreshes the access token on the way to a private page. */
export async function GET(request: Request): Promise<Response> {
  return renew(request);
}
