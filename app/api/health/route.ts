import { health } from "@/lib/api/health";

/** The health check for load balancers. It runs on every request and is never cached. */
export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  return health();
}
