import { metrics } from "@/lib/api/metrics";

/** Serves Prometheus metrics, computed on every request. */
export const dynamic = "force-dynamic";

export async function GET(request: Request): Promise<Response> {
  return metrics(request);
}
