import { languageOf } from "@/contract/languages";
import { calendarAnswer } from "@/lib/site/dates/call-answers";

type Context = { params: Promise<{ locale: string }> };

/**
 * Returns the dates of the call as a calendar, in a locale other than the default. The middleware rejects unknown
 * locales.
 */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  return calendarAnswer(request, languageOf((await params).locale));
}
