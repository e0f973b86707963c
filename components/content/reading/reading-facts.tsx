import { useTranslations } from "next-intl";
import type { Content } from "@/lib/content/content";
import { PageLink } from "@/lib/i18n/page-link";
import { ItemDate } from "../item-date";
import styles from "./reading-facts.module.css";

/**
 * Shows a text's author, date, and reading time.
 *
 * @param person the author's entry on this site, if there is one
 */
export function ReadingFacts({
  item,
  minutes,
  person,
}: {
  item: Content;
  minutes: number;
  person: string | undefined;
}) {
  const t = useTranslations("content");
  return (
    <>
      {item.author && (
        <p className={styles.author}>
          {person ? (
            <PageLink href={person} prefetch={false}>
              {item.author}
            </PageLink>
          ) : (
            item.author
          )}
        </p>
      )}
      <p>
        <ItemDate at={item.publishedAt} />
        {`, ${t("minutes", { minutes })}`}
      </p>
    </>
  );
}
