import { openCallsAnswer } from "@/lib/site/dates/call-answers";

/** Returns the open calls as JSON, for directories of funding opportunities. */
export async function GET(request: Request): Promise<Response> {
  return openCallsAnswer(request);
}
