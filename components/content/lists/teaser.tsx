import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import type { Summary } from "@/lib/api/content/content";
import { PageLink } from "@/lib/i18n/page-link";
import { itemPath, type PagedType, sectionOfType } from "@/lib/routes/items";
import { ItemCover } from "../covers/item-cover";
import styles from "./teaser.module.css";

/**
 * An item in a list: cover, a line of facts, title, excerpt. The whole teaser links to its page.
 *
 * @param kicker the line above the title: subject, edition, date
 * @param large for the leads of a list
 * @param level of its heading
 */
export function Teaser({
  item,
  type,
  ratio,
  sizes,
  kicker,
  large = false,
  first = false,
  // The magazine's lists stand on its own grey.
  onHue = type === "posts",
  level = 2,
}: {
  item: Summary;
  type: PagedType;
  ratio: readonly [number, number];
  sizes: string;
  kicker?: ReactNode;
  large?: boolean;
  first?: boolean;
  /** Draws the cover on the colour of its section. */
  onHue?: boolean;
  level?: 2 | 3;
}) {
  const t = useTranslations("content");
  const Title = `h${level}` as const;
  const foreign = item.locale === useLocale() ? undefined : item.locale;
  return (
    <article className={cx(styles.teaser, large && styles.large)}>
      <ItemCover
        item={item}
        section={sectionOfType(type)}
        ratio={ratio}
        sizes={sizes}
        first={first}
        onHue={onHue}
        className={styles.cover}
      />
      <p className={styles.kicker}>
        {kicker}
        {foreign && <span>{t("inItalian")}</span>}
      </p>
      <Title className={styles.title} lang={foreign}>
        <PageLink className={styles.link} href={itemPath(type, item.slug)} prefetch={false}>
          {item.title}
        </PageLink>
      </Title>
      {item.excerpt && (
        <p className={styles.excerpt} lang={foreign}>
          {item.excerpt}
        </p>
      )}
    </article>
  );
}
