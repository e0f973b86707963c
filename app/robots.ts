import type { MetadataRoute } from "next";
import { config } from "@/lib/config";
import { robotsRules } from "@/lib/site/robots";

/** A build may run as a deployment it was not built for: a preview is never indexed. */
export const dynamic = "force-dynamic";

export default function robots(): MetadataRoute.Robots {
  return robotsRules({ preview: config.isPreview });
}
