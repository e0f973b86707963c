import { openCallsAnswer } from "@/lib/api/content/call-files";

/** The calls one can apply to, for lists of funding opportunities. */
export async function GET(request: Request): Promise<Response> {
  return openCallsAnswer(request);
}
