import { useTranslations } from "next-intl";
import type { Content } from "@/lib/content/content";
import { type Outline, outlineOf } from "@/lib/content/text/outline";

/**
 * Returns an item's text with its headings and reading time. The text has ids on its headings, linked notes, and
 * translated labels for tables and notes.
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
