import type { MetadataRoute } from "next";
import { LANGUAGES } from "@/contract/languages";
import { config } from "../config";
import { pathFor } from "../routes/path";

/**
 * Returns the rules for search robots. All public pages are allowed, because a robot must read a page to find its
 * noindex. A preview deployment allows no page.
 */
export function robotsRules({ preview }: { preview: boolean }): MetadataRoute.Robots {
  if (preview) return { rules: { userAgent: "*", disallow: "/" } };
  const privateAreas = LANGUAGES.map((locale) => pathFor({ locale, path: "/dashboard" }));
  return {
    // Exclude the addresses of the APIs, and the private area, which only redirects to the sign-in page.
    rules: {
      userAgent: "*",
      allow: "/",
      disallow: ["/api/", "/wp-json/", ...privateAreas],
    },
    sitemap: `${config.siteUrl}/sitemap.xml`,
  };
}
