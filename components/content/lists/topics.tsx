import { useTranslations } from "next-intl";
import { PageLink } from "@/lib/i18n/page-link";
import styles from "./topics.module.css";

/** Lists the topics of a text at the end of the text. Each topic links to all texts of this topic. */
export function Topics({ topics }: { topics: readonly { href: string; words: string }[] }) {
  const t = useTranslations("content");
  const magazine = useTranslations("magazine");
  if (topics.length === 0) return null;
  return (
    <nav className={styles.topics} aria-label={t("topics")}>
      <ul className={styles.list}>
        {topics.map(({ href, words }) => (
          <li key={href}>
            <PageLink className={styles.topic} href={href} prefetch={false}>
              {magazine("moreOf", { topic: words })}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
