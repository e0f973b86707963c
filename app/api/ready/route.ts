import { ready } from "@/lib/process/ready";

/** The readiness check for load balancers and rolling restarts. It runs on every request and is never cached. */
export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  return ready();
}
