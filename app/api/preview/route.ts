import { enterPreview, leavePreview } from "@/lib/content/preview/preview";
import { previewRefused } from "@/lib/content/preview/preview-refused";

/** Starts the preview of one content item through a signed link. */
export async function GET(request: Request): Promise<Response> {
  const answer = await enterPreview(request);
  return typeof answer === "string" ? previewRefused(answer) : answer;
}

/** Ends the preview of unpublished content. */
export async function POST(request: Request): Promise<Response> {
  return (await leavePreview(request)) ?? previewRefused("refused");
}
