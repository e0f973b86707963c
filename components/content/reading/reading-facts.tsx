import { useTranslations } from "next-intl";
import type { Author } from "@/lib/content/authors";
import type { Content } from "@/lib/content/content";
import { PageLink } from "@/lib/i18n/page-link";
import { ItemDate } from "../item-date";
import { PersonPicture } from "../lists/person-picture";
import styles from "./reading-facts.module.css";

/**
 * Shows a text's author, date, and reading time. If the author belongs to the network, shows the author's picture.
 *
 * @param author the author, if the text names one
 */
export function ReadingFacts({
  item,
  minutes,
  author,
}: {
  item: Content;
  minutes: number;
  author: Author | undefined;
}) {
  const t = useTranslations("content");
  return (
    <div className={styles.byline}>
      {author?.person && (
        <div className={styles.face}>
          <PersonPicture person={author.person} sizes="3.5rem" />
        </div>
      )}
      <div>
        {author && (
          <p className={styles.author}>
            <PageLink href={author.path} prefetch={false}>
              {item.author}
            </PageLink>
          </p>
        )}
        <p>
          <ItemDate at={item.publishedAt} />
          {`, ${t("minutes", { minutes })}`}
        </p>
      </div>
    </div>
  );
}
