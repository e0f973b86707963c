import type { MetadataRoute } from "next";
import { LANGUAGES } from "@/contract/languages";
import { config } from "../config";
import { pathFor } from "../routes/path";

/**
 * Returns the crawling rules: all public pages, because a robot must read a page to find its noindex. On a preview
 * deployment, nothing.
 */
export function robotsRules({ preview }: { preview: boolean }): MetadataRoute.Robots {
  if (preview) return { rules: { userAgent: "*", disallow: "/" } };
  const privateAreas = LANGUAGES.map((locale) => pathFor({ locale, path: "/dashboard" }));
  return {
    // Exclude responses for programs, and the private area, which only leads to the sign-in page.
    rules: {
      userAgent: "*",
      allow: "/",
      disallow: ["/api/", "/wp-json/", ...privateAreas],
    },
    sitemap: `${config.siteUrl}/sitemap.xml`,
  };
}
