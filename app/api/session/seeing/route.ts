import { beginImpersonation } from "@/lib/api/session/see-as";

/** Starts an impersonation. */
export async function POST(request: Request): Promise<Response> {
  return beginImpersonation(request);
}
