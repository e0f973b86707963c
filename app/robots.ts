import type { MetadataRoute } from "next";
import { config } from "@/lib/config";
import { robotsRules } from "@/lib/site/robots";

/** Evaluated at run time, because the same build can run as a preview. Search engines must not index previews. */
export const dynamic = "force-dynamic";

export default function robots(): MetadataRoute.Robots {
  return robotsRules({ preview: config.isPreview });
}
