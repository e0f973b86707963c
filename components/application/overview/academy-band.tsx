"use client";

import { useTranslations } from "next-intl";
import { cx } from "@/components/ui/cx";
import markStyles from "@/components/ui/figures/mark.module.css";
import styles from "./overview.module.css";

export type LearningLinks = { business: string; impact: string };

const TRACKS = ["business", "impact"] as const;

/** Links to the Academy's two learner tracks at the external learning provider. */
export function AcademyBand({ learning }: { learning: LearningLinks }) {
  const t = useTranslations("dashboard.academy");
  return (
    <section data-section="academy" data-flood="" aria-labelledby="academy-title">
      <div className={styles.academyInner}>
        <h2 id="academy-title" className={styles.academyTitle}>
          {t("title")}
        </h2>
        <ul className={styles.tracks}>
          {TRACKS.map((track) => (
            <li key={track}>
              <a className={styles.track} href={learning[track]} rel="noopener">
                <span>
                  <span className={styles.trackName}>{t(`${track}.name`)}</span>
                  <span className={styles.trackText}>{t(`${track}.text`)}</span>
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
