import { health } from "@/lib/api/health";

/** For load balancers; asked at every call, never stored. */
export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  return health();
}
