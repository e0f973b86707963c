import { useLocale, useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { ClientMessages } from "@/components/forms/client-messages";
import { cx } from "@/components/ui/cx";
import { leapPath } from "@/components/ui/figures/leap";
import { Ring } from "@/components/ui/figures/ring";
import { PAST_EDITIONS } from "@/contract/programme";
import { FIGURES } from "@/contract/quoted-numbers";
import type { EditionDates } from "@/lib/browser/countdown";
import { PageLink } from "@/lib/i18n/page-link";
import { itemPath } from "@/lib/routes/items";
import { CallStatus } from "../call/call-status";
import { useEditionMessages } from "../use-edition-messages";
import styles from "./edition-timeline.module.css";
import type { EditionEntry } from "./editions";

/**
 * Width of one edition's arc in drawing units. The drawing stretches to its box, and each arc is slightly higher than
 * the previous arc.
 */
const STEP = 100;
const HEIGHT = 100;

/**
 * Draws the editions on one line: an arc for each edition, a thin ring for a past edition, a thick ring for the current
 * one.
 */
export function EditionTimeline({
  entries,
  edition,
}: {
  entries: readonly EditionEntry[];
  edition: EditionDates;
}) {
  const t = useTranslations("about.editions");
  const locale = useLocale();
  const dates = useEditionMessages(edition);
  const known = (year: number) => PAST_EDITIONS.find((past) => past === year);
  return (
    <section className={styles.band}>
      <h2>{t("title")}</h2>
      <div
        className={styles.line}
        style={{ "--count": entries.length } as CSSProperties}
        aria-hidden="true"
      >
        <svg
          viewBox={`0 0 ${entries.length * STEP} ${HEIGHT}`}
          width={entries.length * STEP}
          height={HEIGHT}
          preserveAspectRatio="none"
          aria-hidden="true"
          focusable="false"
        >
          {entries.map(({ year, current }, index) => (
            <path
              key={year}
              className={cx(styles.leap, current && styles.ahead)}
              d={leapPath(
                { x: index * STEP, y: HEIGHT },
                { x: (index + 1) * STEP, y: HEIGHT },
                (HEIGHT * (index + 2)) / (entries.length + 1),
              )}
            />
          ))}
        </svg>
        {entries.map(({ year, current }, index) => (
          <span key={year} className={styles.place} style={{ "--index": index } as CSSProperties}>
            <Ring hoop={!current} className={styles.ring} />
          </span>
        ))}
      </div>
      <ol className={styles.editions} style={{ "--count": entries.length } as CSSProperties}>
        {entries.map(({ year, current, stories }) => (
          <li key={year} className={styles.edition}>
            <h3 className={styles.year}>{year}</h3>
            <div>
              {current && (
                <ClientMessages forms={false} namespaces={["countdown.callStatus"]}>
                  <CallStatus edition={edition} dates={dates} brief />
                </ClientMessages>
              )}
              <Note year={current ? "current" : known(year)} />
              {stories.length > 0 && (
                <ul className={styles.stories}>
                  {stories.map(({ slug, title, locale: language }) => (
                    <li key={slug} lang={language === locale ? undefined : language}>
                      <PageLink
                        className={styles.story}
                        href={itemPath("stories", slug)}
                        prefetch={false}
                      >
                        {title}
                      </PageLink>
                    </li>
                  ))}
                </ul>
              )}
              {current && (
                <PageLink className={styles.story} href="/call-for-ideas" prefetch={false}>
                  {t("call")}
                </PageLink>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Note({ year }: { year: (typeof PAST_EDITIONS)[number] | "current" | undefined }) {
  const t = useTranslations("about.editions");
  return year ? <p className={styles.note}>{t(`note.${year}`, FIGURES)}</p> : null;
}
