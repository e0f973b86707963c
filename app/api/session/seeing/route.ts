import { beginLook } from "@/lib/api/session/see-as";

/** Begins to see as an applicant. */
export async function POST(request: Request): Promise<Response> {
  return beginLook(request);
}
