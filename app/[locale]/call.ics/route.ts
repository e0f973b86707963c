import { languageOf } from "@/contract/languages";
import { calendarAnswer } from "@/lib/api/content/call-files";

type Context = { params: Promise<{ locale: string }> };

/** The dates of the call in a language but the default; middleware.ts lets no other in. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  return calendarAnswer(request, languageOf((await params).locale));
}
