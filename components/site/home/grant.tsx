import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Places } from "@/contract/evaluation/funnel";
import { CHALLENGE_GRANT, GRANT } from "@/contract/programme";
import { figuresOf } from "@/contract/quoted-numbers";
import { MegaFigure } from "../bands/mega-figure";
import styles from "./grant.module.css";

const bold = (chunks: ReactNode) => <strong>{chunks}</strong>;

/** Shows the grant as a number as wide as the page, and the winner's other benefits. */
export function Grant({ places }: { places?: Places | undefined }) {
  const t = useTranslations("home.grant");
  const format = useFormatter();
  const figures = figuresOf(places);
  const euros = (amount: number) =>
    format.number(amount, { style: "currency", currency: "EUR", maximumFractionDigits: 0 });
  return (
    <section className={styles.grant} data-theme="dark">
      <div className={styles.inner}>
        <MegaFigure>{euros(GRANT)}</MegaFigure>
        <div className={styles.terms}>
          <h2 className={styles.name}>{t("title")}</h2>
          <p className={styles.text}>{t("text")}</p>
          <ul className={styles.list}>
            <li>{t.rich("challenge", { amount: euros(CHALLENGE_GRANT), b: bold })}</li>
            <li>{t.rich("advisory", { ...figures, b: bold })}</li>
            <li>{t.rich("incubation", { ...figures, b: bold })}</li>
          </ul>
        </div>
      </div>
    </section>
  );
}
