import { languageOf } from "@/contract/languages";
import { feedAnswer } from "@/lib/api/content/feed";

type Context = { params: Promise<{ locale: string }> };

/** The magazine's articles in a language but the default, as a JSON Feed; middleware.ts lets no other in. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  return feedAnswer(request, languageOf((await params).locale), "json");
}
