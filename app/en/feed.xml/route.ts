import { feedAnswer } from "@/lib/api/feed";

/** The magazine's articles in English, for feed readers. */
export async function GET(request: Request): Promise<Response> {
  return feedAnswer(request, "en");
}
