import { recordPageFigures } from "@/lib/api/page-figures";

/** Receives page speed measurements from a visitor's browser. */
export async function POST(request: Request): Promise<Response> {
  return recordPageFigures(request);
}
