import type { MetadataRoute } from "next";
import { sitemapEntries } from "@/lib/site/sitemap";

export const revalidate = 300;

export default function sitemap(): Promise<MetadataRoute.Sitemap> {
  return sitemapEntries();
}
