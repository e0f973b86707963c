import { beginImpersonation } from "@/lib/api/session/see-as";

/** Starts the impersonation of an applicant by a staff member. */
export async function POST(request: Request): Promise<Response> {
  return beginImpersonation(request);
}
