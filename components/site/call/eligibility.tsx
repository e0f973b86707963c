import { useTranslations } from "next-intl";
import { FIGURES } from "@/contract/quoted-numbers";
import styles from "./eligibility.module.css";

const WHO = ["person", "student", "firm"] as const;
const RULES = ["one", "alone", "team", "foreign", "female"] as const;

/** Lists who can apply to the call, and the rules for all applicants. */
export function Eligibility() {
  const t = useTranslations("call.who");
  return (
    <section className={styles.eligibility} aria-labelledby="who">
      <div className={styles.inner}>
        <h2 id="who">{t("title")}</h2>
        <ul className={styles.kinds}>
          {WHO.map((who) => (
            <li key={who}>
              <h3 className={styles.kind}>{t(`${who}.name`)}</h3>
              <p className={styles.text}>{t(`${who}.text`)}</p>
            </li>
          ))}
        </ul>
        <dl className={styles.rules}>
          {RULES.map((rule) => (
            <div key={rule} className={styles.rule}>
              <dt>{t(`rules.${rule}.name`, FIGURES)}</dt>
              <dd>{t(`rules.${rule}.text`)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
