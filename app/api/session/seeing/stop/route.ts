import { stopImpersonation } from "@/lib/api/session/see-as";

/** Stops the impersonation of an applicant. */
export async function POST(request: Request): Promise<Response> {
  return stopImpersonation(request);
}
