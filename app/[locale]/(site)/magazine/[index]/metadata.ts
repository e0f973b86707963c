import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { Language } from "@/contract/languages";
import { languagesOfIndex, magazineEntry } from "@/lib/content/magazine";
import { itemPath } from "@/lib/routes/items";
import { pictureTitle } from "@/lib/site/card";
import { itemMetadata } from "@/lib/site/item-metadata";
import { pageMetadata, socialImageAddress } from "@/lib/site/metadata";

/** Returns the metadata of a magazine page: a list, a topic, or an article. */
export async function magazineMetadata(index: string, locale: Language): Promise<Metadata> {
  const t = await getTranslations("magazine");
  const entry = await magazineEntry(index, locale);
  if (!entry) return {};
  const path = itemPath("posts", index);
  if (entry.kind === "article") return itemMetadata("posts", index, locale);
  const languages = await languagesOfIndex(index);
  if (entry.kind === "topic") {
    const { name: topic } = entry.topic;
    const title = t("topicTitle", { topic });
    const description = t("topicDescription", { topic });
    const drawing = socialImageAddress({ locale, subject: index }, title);
    return pageMetadata({ locale, path, title, description, languages, drawing });
  }
  const { page } = entry;
  const drawn = await pictureTitle(locale, path);
  const title = page === 1 ? t("metaTitle") : t("metaPage", { page });
  return pageMetadata({ locale, path, title, description: t("metaDescription"), languages, drawn });
}
