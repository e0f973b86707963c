import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { FIGURES } from "@/contract/quoted-numbers";
import { PageLink } from "@/lib/i18n/page-link";
import { SECTION_PATH } from "@/lib/routes/lookup";
import styles from "./band.module.css";

/** Links from the courses to the self-paced lessons. */
export function LessonsBand() {
  const t = useTranslations("courses");
  return (
    <section className={styles.band} data-flood data-section="academy">
      <div className={styles.inner}>
        <h2>{t("lessonsTitle")}</h2>
        <div className={styles.words}>
          <p className={styles.text}>{t("lessonsText", FIGURES)}</p>
          <ButtonLink component={PageLink} href={SECTION_PATH.academy} prefetch={false}>
            {t("lessonsLink")}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
