import { DEFAULT_LANGUAGE } from "@/contract/languages";
import { calendarAnswer } from "@/lib/site/dates/call-answers";

/** Returns the dates of the call in the default locale, for calendar apps. */
export async function GET(request: Request): Promise<Response> {
  return calendarAnswer(request, DEFAULT_LANGUAGE);
}
