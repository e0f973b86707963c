import { useFormatter, useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import { EnglishNames } from "@/components/ui/english-names";
import type { Places } from "@/contract/evaluation/funnel";
import {
  ADVISORY_MONTHS,
  CHALLENGE_GRANT,
  GRANT,
  INCUBATION_MONTHS,
  MOROCCO_GRANT,
} from "@/contract/programme";
import { figuresOf } from "@/contract/quoted-numbers";
import { PageLink } from "@/lib/i18n/page-link";
import { MegaFigure } from "../bands/mega-figure";
import styles from "./prizes.module.css";

/** Lists the prizes of the winner, the challenge winner, the finalists, and the incubated startups. */
export function Prizes({ places }: { places?: Places | undefined }) {
  const t = useTranslations("call.prizes");
  const format = useFormatter();
  const euros = (amount: number) =>
    format.number(amount, { style: "currency", currency: "EUR", maximumFractionDigits: 0 });
  const others = [
    { name: "challenge", figure: euros(CHALLENGE_GRANT) },
    { name: "advisory", figure: t("months", { months: ADVISORY_MONTHS }) },
    { name: "incubation", figure: t("months", { months: INCUBATION_MONTHS }) },
  ] as const;
  return (
    <section className={styles.prizes} aria-labelledby="prizes" data-theme="dark">
      <div className={styles.inner}>
        <h2 id="prizes" className={styles.title}>
          {t("title")}
        </h2>
        <MegaFigure>{euros(GRANT)}</MegaFigure>
        <p className={styles.lead}>{t("winner")}</p>
        <ul className={styles.others}>
          {others.map(({ name, figure }) => (
            <li key={name} className={styles.other} data-large={name === "challenge"}>
              <p className={styles.figure}>{figure}</p>
              <p className={styles.text}>
                <EnglishNames text={t(name, figuresOf(places))} />
              </p>
            </li>
          ))}
        </ul>
        <div className={styles.abroad}>
          <p>{t("morocco", { amount: euros(MOROCCO_GRANT) })}</p>
          <GoLink component={PageLink} href="/progetti-internazionali" prefetch={false}>
            {t("moroccoLink")}
          </GoLink>
        </div>
      </div>
    </section>
  );
}
