import type { MetadataRoute } from "next";
import { config } from "./config";

/**
 * What robots may read: all of it, and what nobody may list says so itself, which a robot has to read
 * to know. Of a deployment that is only to be looked at, nothing.
 */
export function robotsRules({ preview }: { preview: boolean }): MetadataRoute.Robots {
  if (preview) return { rules: { userAgent: "*", disallow: "/" } };
  return {
    // Answers for programs, and the private area, where every address only leads to the sign-in.
    rules: {
      userAgent: "*",
      allow: "/",
      disallow: ["/api/", "/wp-json/", "/dashboard", "/en/dashboard"],
    },
    sitemap: `${config.siteUrl}/sitemap.xml`,
  };
}
