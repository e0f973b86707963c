import { answerEditor } from "@/lib/content/editors";

/** Answers a question of the editors' WordPress, such as the content check of a text. */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ question: string }> },
): Promise<Response> {
  return answerEditor(request, (await params).question);
}
