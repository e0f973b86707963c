import { recordPageFigures } from "@/lib/api/page-figures";

/** Receives how fast a page was in a visitor's browser. */
export async function POST(request: Request): Promise<Response> {
  return recordPageFigures(request);
}
