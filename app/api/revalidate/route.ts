import { revalidate } from "@/lib/content/revalidate";

/** Revalidates pages after the content system reports a change. */
export async function POST(request: Request): Promise<Response> {
  return revalidate(request);
}
