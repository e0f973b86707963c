import { revalidate } from "@/lib/api/content/revalidate";

/** Revalidates content that changed elsewhere. */
export async function POST(request: Request): Promise<Response> {
  return revalidate(request);
}
