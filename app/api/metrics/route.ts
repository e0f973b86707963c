import { metrics } from "@/lib/api/metrics";

/** How the site is doing, for Prometheus; read anew on every request. */
export const dynamic = "force-dynamic";

export async function GET(request: Request): Promise<Response> {
  return metrics(request);
}
