import { useFormatter, useTranslations } from "next-intl";
import { FIGURES } from "@/contract/figures";
import { MOROCCO_GRANT } from "@/contract/programme";
import { MegaFigure } from "../bands/mega-figure";
import styles from "./programme-band.module.css";

const FACTS = {
  morocco: ["who", "where", "what", "rules"],
  turkey: ["who", "where", "what", "rules"],
} as const;

/** One of the two programmes abroad: what it does, and its facts as a list; Morocco's has its grant. */
export function ProgrammeBand({ place }: { place: "morocco" | "turkey" }) {
  const t = useTranslations(`international.${place}`);
  const format = useFormatter();
  return (
    <section className={styles.band} data-theme={place === "morocco" ? "dark" : undefined}>
      <div className={styles.inner}>
        <h2>{t("title")}</h2>
        {place === "morocco" && (
          <MegaFigure>
            {format.number(MOROCCO_GRANT, {
              style: "currency",
              currency: "EUR",
              maximumFractionDigits: 0,
            })}
          </MegaFigure>
        )}
        <div className={styles.words}>
          <p className={styles.lead}>{t("lead")}</p>
          <dl className={styles.facts}>
            {FACTS[place].map((fact) => (
              <div key={fact} className={styles.fact}>
                <dt>{t(`${fact}.name`)}</dt>
                <dd>{t(`${fact}.text`, FIGURES)}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  );
}
