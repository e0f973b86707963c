import { answerEditor } from "@/lib/content/editors";

/** Answers a question of an editors' WordPress. */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ question: string }> },
): Promise<Response> {
  return answerEditor(request, (await params).question);
}
