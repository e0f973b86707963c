import { useTranslations } from "next-intl";
import { PageLink } from "@/lib/i18n/page-link";
import styles from "./topics.module.css";

/** Lists the topics of a text at its end. Each links to all texts of the topic. */
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
