import { useTranslations } from "next-intl";
import type { Content } from "@/lib/content/content";
import { type Outline, outlineOf } from "@/lib/content/text/outline";

/**
 * Returns an item's text, its headings, and its reading time. In the text, headings have ids, notes have links, and
 * tables and notes have labels in the page's language.
 */
export function useOutline(item: Content): Outline {
  const t = useTranslations("content");
  return outlineOf(
    item.html,
    {
      table: (number) => t("table", { number }),
      notes: t("notes"),
      note: (number) => t("note", { number }),
      back: t("noteBack"),
    },
    item.locale,
  );
}
