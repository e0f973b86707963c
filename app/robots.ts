import type { MetadataRoute } from "next";
import { config } from "@/lib/config";
import { robotsRules } from "@/lib/robots";

/** A build may be run as what it was not built for: what is only to look at is never indexed. */
export const dynamic = "force-dynamic";

export default function robots(): MetadataRoute.Robots {
  return robotsRules({ preview: config.isPreview });
}
