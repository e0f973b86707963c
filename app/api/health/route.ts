import { health } from "@/lib/api/health";

/** The health check for load balancers; computed on every request, never cached. */
export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  return health();
}
