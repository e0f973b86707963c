import { renew } from "@/lib/api/renew";

/** A new access token on the way to a private page. */
export async function GET(request: Request): Promise<Response> {
  return renew(request);
}
