import { useLocale, useTranslations } from "next-intl";
import { cx } from "@/components/ui/cx";
import { Ring } from "@/components/ui/figures/ring";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { STANDINGS, type Standing } from "@/contract/content/roll";
import { foreign } from "@/lib/i18n/foreign";
import { PageLink } from "@/lib/i18n/page-link";
import type { RollEntry } from "@/lib/site/roll";
import styles from "./alumni-list.module.css";

/**
 * Lists the projects that past editions selected: year, name, furthest stage, and one current key figure. A mark shows
 * the state: a thick ring for active, a thin ring for closed, a dashed ring for unknown. A row links to the project's
 * story, if one exists.
 *
 * @param counted the entries that the summary line counts: all known entries, even if only some have a row
 * @param placed whether each row has an anchor with its slug
 */
export function RollList({
  entries,
  counted = entries,
  placed = false,
}: {
  entries: readonly RollEntry[];
  counted?: readonly RollEntry[];
  placed?: boolean;
}) {
  const t = useTranslations("stories.roll");
  const locale = useLocale();
  const known = [...STANDINGS, undefined].flatMap((standing) => {
    const count = counted.filter((entry) => entry.standing === standing).length;
    return count > 0 ? [{ standing, count }] : [];
  });
  return (
    <div>
      <p className={styles.key}>
        {entries.length < counted.length && (
          <span>{t("shown", { shown: entries.length, total: counted.length })}</span>
        )}
        {known.map(({ standing, count }) => (
          <span key={standing ?? "unknown"}>
            <Mark standing={standing} /> {t(`count.${standing ?? "unknown"}`, { count })}
          </span>
        ))}
      </p>
      <ul className={styles.list}>
        {entries.map((entry) => {
          const language = foreign(entry.locale, locale);
          return (
            <li
              key={entry.slug}
              {...(placed && { id: entry.slug })}
              className={cx(styles.row, entry.href && styles.leads)}
            >
              <span className={styles.year}>{entry.edition}</span>
              <div className={styles.who} {...language}>
                <h3 className={styles.name}>
                  {entry.href ? (
                    <PageLink className={styles.link} href={entry.href} prefetch={false}>
                      {entry.name}
                    </PageLink>
                  ) : (
                    entry.name
                  )}
                </h3>
                {entry.about && <p className={styles.does}>{entry.about}</p>}
              </div>
              <span className={styles.about}>
                <span>
                  {t(`outcome.${entry.outcome}`)}
                  {entry.prize && <span {...language}>{`, ${entry.prize}`}</span>}
                </span>
                {entry.sector && <span {...language}>{entry.sector}</span>}
              </span>
              {entry.figure ? (
                <span className={styles.figure} {...language}>
                  {entry.figure}
                </span>
              ) : (
                <span className={styles.figure}>{t("notKnown")}</span>
              )}
              <span className={styles.mark}>
                <Mark standing={entry.standing} />
                <VisuallyHidden>{t(`standing.${entry.standing ?? "unknown"}`)}</VisuallyHidden>
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Mark({ standing }: { standing: Standing | undefined }) {
  return <Ring hoop={standing !== "active"} className={standing ? undefined : styles.unknown} />;
}
