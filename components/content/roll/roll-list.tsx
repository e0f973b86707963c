import { useLocale, useTranslations } from "next-intl";
import { Ring } from "@/components/ui/figures/ring";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { PageLink } from "@/lib/i18n/page-link";
import { itemPath } from "@/lib/routes/items";
import type { RollEntry } from "@/lib/site/roll";
import styles from "./roll-list.module.css";

/**
 * What became of those the programme chose, a row each: the year, who, how far they came, where they are today in one
 * figure. A ring is who goes on, a hoop who has closed; each row leads to its story.
 */
export function RollList({ entries }: { entries: readonly RollEntry[] }) {
  const t = useTranslations("stories.roll");
  const locale = useLocale();
  return (
    <div>
      <p className={styles.key} aria-hidden="true">
        <span>
          <Ring /> {t("active")}
        </span>
        <span>
          <Ring hoop /> {t("closed")}
        </span>
      </p>
      <ul className={styles.list}>
        {entries.map((entry) => {
          const foreign = entry.locale === locale ? undefined : entry.locale;
          return (
            <li key={entry.slug} className={styles.row}>
              <span className={styles.year}>{entry.edition}</span>
              <h3 className={styles.name}>
                <PageLink
                  className={styles.link}
                  href={itemPath("stories", entry.slug)}
                  prefetch={false}
                >
                  {entry.name}
                </PageLink>
              </h3>
              <span className={styles.about}>
                {t(`outcome.${entry.outcome}`)}
                {entry.sector && <span lang={foreign}>{entry.sector}</span>}
              </span>
              <span className={styles.figure} lang={foreign}>
                {entry.figure}
              </span>
              <span className={styles.mark}>
                <Ring hoop={entry.standing === "closed"} />
                <VisuallyHidden>{t(entry.standing)}</VisuallyHidden>
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
