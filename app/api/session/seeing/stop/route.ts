import { stopImpersonation } from "@/lib/api/session/see-as";

/** Stops an impersonation. */
export async function POST(request: Request): Promise<Response> {
  return stopImpersonation(request);
}
