import { useLocale, useTranslations } from "next-intl";
import type { Summary } from "@/lib/content/content";
import { PageLink } from "@/lib/i18n/page-link";
import { itemPath, type PagedType } from "@/lib/routes/items";
import styles from "./neighbours.module.css";

/** Links to the previous and the next text by publication date, at the end of a text. */
export function Neighbours({
  slug,
  items,
  type,
}: {
  slug: string;
  /** All items of the content type, newest first. */
  items: readonly Summary[];
  type: PagedType;
}) {
  const t = useTranslations("content");
  const locale = useLocale();
  const at = items.findIndex((item) => item.slug === slug);
  // A preview of an unpublished item is in no list, so it has no previous or next item.
  if (at < 0) return null;
  const pair = [
    { item: items[at + 1], words: t("before") },
    { item: items[at - 1], words: t("after") },
  ].filter((one): one is { item: Summary; words: string } => one.item !== undefined);
  if (pair.length === 0) return null;
  return (
    <nav className={styles.pair} aria-label={t("neighbours")}>
      {pair.map(({ item, words }) => (
        <p key={item.slug}>
          <span className={styles.words}>{words}</span>
          <PageLink
            className={styles.title}
            href={itemPath(type, item.slug)}
            prefetch={false}
            lang={item.locale === locale ? undefined : item.locale}
          >
            {item.title}
          </PageLink>
        </p>
      ))}
    </nav>
  );
}
