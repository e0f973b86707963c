import { renew } from "@/lib/api/session/renew";

/** Renews the access token, then redirects to the requested private page. */
export async function GET(request: Request): Promise<Response> {
  return renew(request);
}
