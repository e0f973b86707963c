import { answerEditor } from "@/lib/content/editors";

/**
 * Answers a request of the editors' WordPress. The last part of the URL selects the kind of request, such as a content
 * check of a text.
 */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ question: string }> },
): Promise<Response> {
  return answerEditor(request, (await params).question);
}
