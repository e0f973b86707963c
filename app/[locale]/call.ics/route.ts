import { languageOf } from "@/contract/languages";
import { calendarAnswer } from "@/lib/site/dates/call-answers";

type Context = { params: Promise<{ locale: string }> };

/** Returns the dates of the call in a locale other than the default. middleware.ts rejects other locales. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  return calendarAnswer(request, languageOf((await params).locale));
}
