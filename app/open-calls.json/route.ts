import { openCallsAnswer } from "@/lib/site/dates/call-answers";

/** Returns the open calls, for lists of funding opportunities. */
export async function GET(request: Request): Promise<Response> {
  return openCallsAnswer(request);
}
