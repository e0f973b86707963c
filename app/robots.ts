import type { MetadataRoute } from "next";
import { config } from "@/lib/config";
import { robotsRules } from "@/lib/robots";

export default function robots(): MetadataRoute.Robots {
  return robotsRules({ preview: config.isPreview });
}
