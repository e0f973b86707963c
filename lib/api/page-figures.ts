import { z } from "zod";
import { readText } from "@/contract/read-body";
import { config } from "../config";
import { routeOf } from "../routes/route-of";
import { measurePage } from "../telemetry/site-metrics";
import { failure, PRIVATE_HEADERS } from "./failure";
import { comesFromSite } from "./session/origin";

/** Maximum bytes of a browser's report on a page view. */
const REPORT_MAX = 2_048;

/** A browser's report on a page view. LCP and INP are in milliseconds; CLS has no unit. */
const reportSchema = z.object({
  path: z.string().startsWith("/").max(1_000),
  LCP: z.number().min(0).max(600_000).optional(),
  INP: z.number().min(0).max(600_000).optional(),
  CLS: z.number().min(0).max(100).optional(),
});

/**
 * Adds the measurements of one page view to the metrics, by page pattern. Stores and logs nothing. Rejects reports from
 * other sites, and all reports if the measurement is disabled.
 */
export async function recordPageFigures(
  request: Request,
  site: Pick<typeof config, "siteUrl" | "acceptOwnHost" | "pageFiguresShare"> = config,
): Promise<Response> {
  if (site.pageFiguresShare === 0) return failure("not_found");
  if (!comesFromSite(request, site)) return failure("forbidden_origin");
  const body = await readText(request, REPORT_MAX);
  if ("unread" in body) return failure("too_large");
  const report = reportSchema.safeParse(parsed(body.text));
  if (!report.success) return failure("invalid_fields");
  const { path, LCP, INP, CLS } = report.data;
  measurePage(routeOf(path), {
    lcp: LCP === undefined ? undefined : LCP / 1000,
    inp: INP === undefined ? undefined : INP / 1000,
    cls: CLS,
  });
  return new Response(null, { status: 204, headers: PRIVATE_HEADERS });
}

/** Returns the value of a JSON text. Returns undefined if the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
