import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import type { Summary } from "@/lib/content/content";
import { foreign } from "@/lib/i18n/foreign";
import { PageLink } from "@/lib/i18n/page-link";
import { itemPath, type PagedType, sectionOfType } from "@/lib/routes/items";
import { ItemCover } from "../covers/item-cover";
import styles from "./teaser.module.css";

/**
 * Renders an item of a list: cover, a line of facts, title, and excerpt. The whole teaser links to the item's page.
 *
 * @param kicker the line above the title: topic, edition, or date
 * @param result a text that begins with a number, such as "190 pieces a month". The teaser shows this text under the
 * cover, and no excerpt. A text without a number is not shown
 * @param large whether the item is one of the large items of the list
 * @param level the heading level
 */
export function Teaser({
  item,
  type,
  ratio,
  sizes,
  kicker,
  result,
  large = false,
  first = false,
  // Magazine lists have a grey background. By default, draw their covers as for a coloured area, because grey shapes
  // would merge with the background.
  onHue = type === "posts",
  level = 2,
}: {
  item: Summary;
  type: PagedType;
  ratio: readonly [number, number];
  sizes: string;
  kicker?: ReactNode;
  result?: string | undefined;
  large?: boolean;
  first?: boolean;
  /** Whether the cover is drawn for an area in the section's colour. */
  onHue?: boolean;
  level?: 2 | 3;
}) {
  const t = useTranslations("content");
  const Title = `h${level}` as const;
  const language = foreign(item.locale, useLocale());
  const [, number = "", thing = ""] = /^(\d\S*)\s+(.*)$/s.exec(result ?? "") ?? [];
  return (
    <article className={cx(styles.teaser, large && styles.large, number && styles.withResult)}>
      <ItemCover
        item={item}
        section={sectionOfType(type)}
        ratio={ratio}
        sizes={sizes}
        first={first}
        onHue={onHue}
        className={styles.cover}
      />
      {number && (
        <p className={styles.result} {...language}>
          <span className={styles.number}>{number}</span> {thing}
        </p>
      )}
      <p className={styles.kicker}>
        {kicker}
        {language.lang && <span>{t("inItalian")}</span>}
      </p>
      <Title className={styles.title} {...language}>
        <PageLink className={styles.link} href={itemPath(type, item.slug)} prefetch={false}>
          {item.title}
        </PageLink>
      </Title>
      {item.excerpt && !number && (
        <p className={styles.excerpt} {...language}>
          {item.excerpt}
        </p>
      )}
    </article>
  );
}
