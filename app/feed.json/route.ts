import { DEFAULT_LANGUAGE } from "@/contract/languages";
import { feedAnswer } from "@/lib/api/content/feed";

/** The magazine's articles in the default language, as a JSON Feed. */
export async function GET(request: Request): Promise<Response> {
  return feedAnswer(request, DEFAULT_LANGUAGE, "json");
}
