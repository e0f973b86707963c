import { metrics } from "@/lib/api/metrics";

/** Prometheus metrics. They are computed on every request. */
export const dynamic = "force-dynamic";

export async function GET(request: Request): Promise<Response> {
  return metrics(request);
}
