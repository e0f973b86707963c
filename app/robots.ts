import type { MetadataRoute } from "next";
import { robotsRules } from "@/lib/robots";

export default function robots(): MetadataRoute.Robots {
  return robotsRules({ preview: false });
}
