import type { ContentType } from "@/contract/content/content-types";
import { namesOf } from "@/contract/content/counterparts";
import { type PreviewItem, previewQuery } from "@/contract/content/preview";
import { LANGUAGES, type Language } from "@/contract/languages";
import { config } from "../../config";
import { previewPath } from "../../routes/preview";
import { type Content, findDraftTwin, summariesOf } from "../content";

export type Version = { locale: Language; href: string };

/**
 * Returns links to a previewed content item in other languages. Each link opens a preview, which shows the unpublished
 * state of the item, if there is one. The links have the id and the expiry of the link that opened this preview, so
 * that all links expire together. Reads at most one list of the content system per language, so that a preview opens
 * quickly.
 */
export async function otherVersions(preview: PreviewItem, item: Content): Promise<Version[]> {
  const others = LANGUAGES.filter((locale) => locale !== preview.lang);
  const found = await Promise.all(
    others.map((locale) =>
      versionIn(locale, preview, item).catch((error) => {
        // If WordPress fails while reading the item in another language, still show the preview, without a link to that
        // language.
        console.error(error);
        return null;
      }),
    ),
  );
  return found.filter((version) => version !== null);
}

async function versionIn(
  locale: Language,
  { type, expires, id }: PreviewItem,
  item: Content,
): Promise<Version | null> {
  const published = await twinOf(type, item, locale);
  const slug = published?.slug ?? (await findDraftTwin(item, locale));
  if (!slug || !previewPath({ type, slug, lang: locale })) return null;
  const there = { type, slug, lang: locale, expires, ...(id && { id }) };
  const query = await previewQuery(there, config.previewSecrets[0] ?? "");
  return { locale, href: `/api/preview?${query}` };
}

async function twinOf(type: ContentType, item: Content, locale: Language) {
  const names = new Set(namesOf(item));
  const all = await summariesOf(type, locale);
  return all.find((one) => namesOf(one).some((name) => names.has(name)));
}
