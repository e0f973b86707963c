"use client";

import { useTranslations } from "next-intl";
import { cx } from "@/components/ui/cx";
import markStyles from "@/components/ui/figures/mark.module.css";
import type { LearningTrack } from "@/lib/site/learning";
import styles from "./overview.module.css";

/** Links to the two learning tracks of the Academy. */
export function AcademyBand({ learning }: { learning: readonly LearningTrack[] }) {
  const t = useTranslations("dashboard.academy");
  return (
    <section data-section="academy" data-flood="" aria-labelledby="academy-title">
      <div className={styles.academyInner}>
        <h2 id="academy-title" className={styles.academyTitle}>
          {t("title")}
        </h2>
        <ul className={styles.tracks}>
          {learning.map(({ track, href, isHosted }) => (
            <li key={track}>
              <a className={styles.track} href={href} rel="noopener">
                <span>
                  <span className={styles.trackName}>{t(`${track}.name`)}</span>
                  <span className={styles.trackText}>
                    {t(`${track}.text`)} {t(isHosted ? "hosted" : "own")}
                  </span>
                </span>
                <span className={cx(markStyles.mark, styles.trackMark)} aria-hidden="true" />
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
