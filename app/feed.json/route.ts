import { DEFAULT_LANGUAGE } from "@/contract/languages";
import { feedAnswer } from "@/lib/site/feed";

/** Returns the magazine's articles in the default locale, as a JSON Feed. */
export async function GET(request: Request): Promise<Response> {
  return feedAnswer(request, DEFAULT_LANGUAGE, "json");
}
