import type { MetadataRoute } from "next";
import type { ContentType } from "@/contract/content/content-types";
import { type Language, loadPerLanguage } from "@/contract/languages";
import { PLACED_TYPES } from "../routes/items";
import { type Catalogues, sitemapOf } from "../site/sitemap";
import { catalogueOf } from "./catalogue";

/** Returns every page that search engines can index, from the current content. */
export async function sitemapEntries(): Promise<MetadataRoute.Sitemap> {
  return sitemapOf(await loadPerLanguage(read));
}

async function read(locale: Language): Promise<Catalogues[Language]> {
  const entries = await Promise.all(
    PLACED_TYPES.map(
      async (type): Promise<[ContentType, Awaited<ReturnType<typeof catalogueOf>>]> => [
        type,
        await catalogueOf(type, locale),
      ],
    ),
  );
  return Object.fromEntries(entries);
}
