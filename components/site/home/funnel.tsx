import { useFormatter, useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { cx } from "@/components/ui/cx";
import { ringColumns } from "@/components/ui/figures/ring-grid";
import { placesOf, RACE } from "@/contract/evaluation/funnel";
import { FIGURES } from "@/contract/figures";
import styles from "./funnel.module.css";
import { Seen } from "./seen";

/**
 * From the pre-selected to the winner: at every stage the same ink, in real counts; steps rise and the numeral fills
 * the step. It is a list: what is drawn is also said.
 */
export function Funnel() {
  const t = useTranslations("home.funnel");
  const format = useFormatter();
  return (
    <section className={styles.funnel}>
      <div className={styles.inner}>
        <h2 className={styles.title}>{t.rich("title", { ...FIGURES, br: () => <br /> })}</h2>
        <p className={styles.text}>{t("text", FIGURES)}</p>
        <Seen figure="funnel" className={styles.figure}>
          <ol className={styles.stages}>
            {RACE.map((stage) => (
              <li
                key={stage}
                className={cx(styles.stage, styles[stage])}
                style={{ "--columns": ringColumns(placesOf(stage)) } as CSSProperties}
              >
                <span className={styles.count}>{format.number(placesOf(stage))}</span>{" "}
                <span className={styles.label}>{t(stage as "winner")}</span>
                <span className={styles.rings} aria-hidden="true">
                  {rows(placesOf(stage)).map((row) => (
                    <span key={row[0]} className={styles.row}>
                      {row.map((ring) => (
                        <span key={ring} className={styles.ring} />
                      ))}
                    </span>
                  ))}
                </span>
              </li>
            ))}
          </ol>
        </Seen>
      </div>
    </section>
  );
}

/** The numbers 0…count−1 in rows; the first row lies on the ground. */
function rows(count: number): number[][] {
  const perRow = ringColumns(count);
  return Array.from({ length: count / perRow }, (_, row) =>
    Array.from({ length: perRow }, (_, k) => row * perRow + k),
  );
}
