import { useFormatter, useTranslations } from "next-intl";
import { EnglishNames } from "@/components/ui/english-names";
import { Ring } from "@/components/ui/figures/ring";
import { ACADEMY_LESSONS, GRANT } from "@/contract/programme";
import { PageLink } from "@/lib/i18n/page-link";
import { SECTION_PATH } from "@/lib/routes/lookup";
import { SECTIONS } from "@/lib/routes/sections";
import styles from "./stair.module.css";

/** Draws the site sections as steps that rise to the right, each in its colour. A ring is on the highest step. */
export function Stair() {
  const t = useTranslations("home.stair");
  const names = useTranslations("header.section");
  const format = useFormatter();
  const amount = format.number(GRANT, {
    style: "currency",
    currency: "EUR",
    maximumFractionDigits: 0,
  });
  return (
    <section className={styles.stair}>
      <h2 className={styles.title}>
        {t.rich("title", { sections: SECTIONS.length, br: () => <br /> })}
      </h2>
      <div className={styles.list}>
        <span className={styles.ring}>
          <Ring />
        </span>
        <ol className={styles.steps}>
          {SECTIONS.map((section) => (
            <li key={section} className={styles.step} data-section={section}>
              <PageLink className={styles.link} href={SECTION_PATH[section]} prefetch={false}>
                <span className={styles.name}>
                  <EnglishNames text={names(section)} />
                </span>
                <span className={styles.note}>
                  {t(section, { amount, count: format.number(ACADEMY_LESSONS) })}
                </span>
              </PageLink>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
