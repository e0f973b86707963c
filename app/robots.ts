import type { MetadataRoute } from "next";
import { config } from "@/lib/config";
import { robotsRules } from "@/lib/site/robots";

/** Evaluates robots.txt at run time, because the same build can run as a preview that search engines must not index. */
export const dynamic = "force-dynamic";

export default function robots(): MetadataRoute.Robots {
  return robotsRules({ preview: config.isPreview });
}
