import { useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import { FIGURES } from "@/contract/quoted-numbers";
import { PageLink } from "@/lib/i18n/page-link";
import styles from "./how-jury-works.module.css";

const RULES = ["alone", "recused", "frozen"] as const;

/** Explains in three rules how the jury reads and scores. */
export function HowJuryWorks() {
  const t = useTranslations("network.how");
  return (
    <section className={styles.how} data-flood data-section="network">
      <div className={styles.inner}>
        <h2>{t("title")}</h2>
        <ul className={styles.rules}>
          {RULES.map((rule) => (
            <li key={rule} className={styles.rule}>
              <h3 className={styles.name}>{t(`${rule}.name`)}</h3>
              <p>{t(`${rule}.text`, FIGURES)}</p>
            </li>
          ))}
        </ul>
        <GoLink component={PageLink} href="/call-for-ideas" prefetch={false}>
          {t("link")}
        </GoLink>
      </div>
    </section>
  );
}
