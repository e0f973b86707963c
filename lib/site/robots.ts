import type { MetadataRoute } from "next";
import { LANGUAGES } from "@/contract/languages";
import { config } from "../config";
import { pathFor } from "../routes/path";

/**
 * What robots may crawl: everything, since a noindex page says so itself, which a robot has to read
 * to know. On a preview deployment, nothing.
 */
export function robotsRules({ preview }: { preview: boolean }): MetadataRoute.Robots {
  if (preview) return { rules: { userAgent: "*", disallow: "/" } };
  const privateAreas = LANGUAGES.map((locale) => pathFor({ locale, path: "/dashboard" }));
  return {
    // Answers for programs, and the private area, where every address only leads to the sign-in.
    rules: {
      userAgent: "*",
      allow: "/",
      disallow: ["/api/", "/wp-json/", ...privateAreas],
    },
    sitemap: `${config.siteUrl}/sitemap.xml`,
  };
}
