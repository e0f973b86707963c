import { getTranslations } from "next-intl/server";
import type { Language } from "@/contract/languages";
import type { Tables } from "../search/asked";
import { type SitePage, sitePages, type Words } from "../search/site-pages";

/** A language's search data besides the content: the site's pages, and the tables of synonyms and common terms. */
export type Own = { pages: SitePage[]; tables: Tables };

const known = new Map<Language, Own>();

/** Returns a language's pages and search tables. They are constant, so they are read once per process. */
export async function ownOf(locale: Language): Promise<Own> {
  const own = known.get(locale) ?? (await readOwn(locale));
  known.set(locale, own);
  return own;
}

async function readOwn(locale: Language): Promise<Own> {
  const messages: Words = (await import(`@/messages/${locale}.json`)).default;
  const t = await getTranslations({ locale, namespace: "search" });
  return {
    pages: sitePages(locale, messages),
    tables: { synonyms: t("synonyms"), small: t("small"), asked: t("asked") },
  };
}
