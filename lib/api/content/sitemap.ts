import type { MetadataRoute } from "next";
import type { ContentType } from "@/contract/content";
import { type Locale, routing } from "../i18n/routing";
import { type Catalogues, sitemapOf } from "../sitemap";
import { catalogueOf } from "./catalogue";

const TYPES = ["posts", "stories", "courses", "events", "lessons", "people"] as const;

/** Every page search engines may list, as the content is now. */
export async function sitemapEntries(): Promise<MetadataRoute.Sitemap> {
  const [it, en] = await Promise.all(routing.locales.map(read));
  return sitemapOf({ it: it ?? {}, en: en ?? {} });
}

async function read(locale: Locale): Promise<Catalogues[Locale]> {
  const entries = await Promise.all(
    TYPES.map(
      async (type): Promise<[ContentType, Awaited<ReturnType<typeof catalogueOf>>]> => [
        type,
        await catalogueOf(type, locale),
      ],
    ),
  );
  return Object.fromEntries(entries);
}
