import { revalidate } from "@/lib/api/revalidate";

/** Content changed elsewhere: shows it at once. */
export async function POST(request: Request): Promise<Response> {
  return revalidate(request);
}
