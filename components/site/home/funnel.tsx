import { useFormatter, useTranslations } from "next-intl";
import { cx } from "@/components/ui/cx";
import { placesOf } from "@/contract/evaluation/funnel";
import { FIGURES } from "@/contract/figures";
import styles from "./funnel.module.css";
import { Seen } from "./seen";

/** Rings in a row of the wide drawing, stage by stage. */
const STAGES = [
  { stage: "pre_selected", perRow: 8 },
  { stage: "semifinalist", perRow: 5 },
  { stage: "finalist", perRow: 3 },
  { stage: "winner", perRow: 1 },
] as const;

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
            {STAGES.map(({ stage, perRow }) => (
              <li key={stage} className={cx(styles.stage, styles[stage])}>
                <span className={styles.count}>{format.number(placesOf(stage))}</span>{" "}
                <span className={styles.label}>{t(stage)}</span>
                <span className={styles.rings} aria-hidden="true">
                  {rows(placesOf(stage), perRow).map((row) => (
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
function rows(count: number, perRow: number): number[][] {
  return Array.from({ length: Math.ceil(count / perRow) }, (_, row) =>
    Array.from({ length: Math.min(perRow, count - row * perRow) }, (_, k) => row * perRow + k),
  );
}
