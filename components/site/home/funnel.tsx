import { useFormatter, useTranslations } from "next-intl";
import { cx } from "@/components/ui/cx";
import { FUNNEL } from "@/lib/programme";
import styles from "./funnel.module.css";
import { Seen } from "./seen";

/** Rings in a row of the wide drawing, by stage. */
const PER_ROW = { preselected: 8, semifinalists: 5, finalists: 3, winner: 1 } as const;

/**
 * From fifty to one: at every stage the same ink, in real counts; steps rise and the numeral fills
 * the step. It is a list: what is drawn is also said.
 */
export function Funnel() {
  const t = useTranslations("home.funnel");
  const format = useFormatter();
  return (
    <section className={styles.funnel}>
      <div className={styles.inner}>
        <h2 className={styles.title}>{t.rich("title", { br: () => <br /> })}</h2>
        <p className={styles.text}>{t("text")}</p>
        <Seen className={styles.figure}>
          <ol className={styles.stages}>
            {FUNNEL.map(({ stage, count }) => (
              <li key={stage} className={cx(styles.stage, styles[stage])}>
                <span className={styles.count}>{format.number(count)}</span>{" "}
                <span className={styles.label}>{t(stage)}</span>
                <span className={styles.rings} aria-hidden="true">
                  {rows(count, PER_ROW[stage]).map((row) => (
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
