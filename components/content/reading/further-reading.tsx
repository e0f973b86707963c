import { useLocale, useTranslations } from "next-intl";
import type { Further } from "@/lib/content/further";
import { PageLink } from "@/lib/i18n/page-link";
import { itemPath } from "@/lib/routes/items";
import styles from "./further-reading.module.css";

/**
 * Lists the items that editors suggest to read after a text. Each item shows its kind.
 *
 * @param title replaces the default heading
 */
export function FurtherReading({ items, title }: { items: readonly Further[]; title?: string }) {
  const t = useTranslations("content");
  const kinds = useTranslations("search.kind");
  const locale = useLocale();
  if (items.length === 0) return null;
  return (
    <section className={styles.further} aria-labelledby="further-reading">
      <h2 className={styles.head} id="further-reading">
        {title ?? t("further")}
      </h2>
      <ul>
        {items.map(({ type, slug, title: name, locale: own }) => (
          <li key={`${type}/${slug}`} className={styles.item}>
            <span className={styles.kind}>{kinds(type, { count: 1 })}</span>
            <PageLink
              className={styles.title}
              href={itemPath(type, slug)}
              prefetch={false}
              lang={own === locale ? undefined : own}
            >
              {name}
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
