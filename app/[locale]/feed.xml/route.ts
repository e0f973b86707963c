import { languageOf } from "@/contract/languages";
import { feedAnswer } from "@/lib/site/feed";

type Context = { params: Promise<{ locale: string }> };

/** Returns the magazine's news feed in a locale other than the default. The middleware rejects unknown locales. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  return feedAnswer(request, languageOf((await params).locale));
}
