import { revalidate } from "@/lib/content/revalidate";

/** Revalidates pages after another system has changed content. */
export async function POST(request: Request): Promise<Response> {
  return revalidate(request);
}
