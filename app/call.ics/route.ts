import { DEFAULT_LANGUAGE } from "@/contract/languages";
import { calendarAnswer } from "@/lib/api/content/call-files";

/** The dates of the call in the default language, for calendar apps. */
export async function GET(request: Request): Promise<Response> {
  return calendarAnswer(request, DEFAULT_LANGUAGE);
}
