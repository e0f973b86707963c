import type { ContentType } from "@/contract/content/content-types";
import { namesOf } from "@/contract/content/counterparts";
import { type PreviewItem, previewQuery } from "@/contract/content/preview";
import { LANGUAGES, type Language } from "@/contract/languages";
import { config } from "../../config";
import { previewPath } from "../../routes/preview";
import { type Content, readUnpublishedTwin, summariesOf } from "../content";

export type Version = { locale: Language; href: string; isDraft: boolean };

/**
 * Returns where a previewed content item exists in other languages: as a preview of its unpublished version, else as a
 * published page. That preview has the id and the expiry of the current link, so that both links end together.
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
  const draft = await readUnpublishedTwin(item, locale, published);
  const slug = draft?.slug ?? published?.slug;
  const path = slug && previewPath({ type, slug, lang: locale });
  if (!path) return null;
  if (!draft) return { locale, href: path, isDraft: false };
  const there = { type, slug, lang: locale, expires, ...(id && { id }) };
  const query = await previewQuery(there, config.previewSecrets[0] ?? "");
  return { locale, href: `/api/preview?${query}`, isDraft: true };
}

async function twinOf(type: ContentType, item: Content, locale: Language) {
  const names = new Set(namesOf(item));
  const all = await summariesOf(type, locale);
  return all.find((one) => namesOf(one).some((name) => names.has(name)));
}
