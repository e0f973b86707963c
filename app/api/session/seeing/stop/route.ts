import { stopLook } from "@/lib/api/session/see-as";

/** Stops seeing as somebody else. */
export async function POST(request: Request): Promise<Response> {
  return stopLook(request);
}
