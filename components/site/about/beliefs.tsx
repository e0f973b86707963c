import { useTranslations } from "next-intl";
import { FIGURES } from "@/contract/quoted-numbers";
import styles from "./beliefs.module.css";

const BELIEFS = ["grant", "reading", "after", "numbers"] as const;

/** Lists the programme's values. */
export function Beliefs() {
  const t = useTranslations("about.beliefs");
  return (
    <section className={styles.band} data-flood>
      <div className={styles.inner}>
        <h2>{t("title")}</h2>
        <dl className={styles.list}>
          {BELIEFS.map((belief) => (
            <div key={belief} className={styles.entry}>
              <dt className={styles.name}>{t(`${belief}.name`)}</dt>
              <dd className={styles.text}>{t(`${belief}.text`, FIGURES)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
