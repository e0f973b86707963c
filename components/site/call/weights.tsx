import { useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { leapPath } from "@/components/ui/leap";
import { Ring } from "@/components/ui/ring";
import { CRITERIA } from "@/contract/weights";
import { Seen } from "../home/seen";
import styles from "./weights.module.css";

/** The drawing's units; a bounce is as wide as its weight, and as high in proportion. */
const WIDTH = 1344;
const UNIT = WIDTH / CRITERIA.reduce((sum, { weight }) => sum + weight, 0);
const RISE = 9.4;
/** Half the line, so that two bounces meet foot to foot. */
const FOOT = 6;
const HEIGHT = Math.max(...CRITERIA.map(({ weight }) => weight)) * RISE;

const BOUNCES = CRITERIA.map(({ id, weight }, index) => {
  const from = CRITERIA.slice(0, index).reduce((sum, before) => sum + before.weight, 0) * UNIT;
  return { id, weight, from, to: from + weight * UNIT, rise: weight * RISE };
});
const COLUMNS = CRITERIA.map(({ weight }) => `minmax(0, ${weight}fr)`).join(" ");

/** The five criteria as bounces on one ground; the ring is at the top of the heaviest. */
export function Weights() {
  const t = useTranslations("call.weights");
  return (
    <section className={styles.weights} data-flood data-section="call">
      <div className={styles.inner}>
        <h2>{t.rich("title", { br: () => <br /> })}</h2>
        <p className={styles.lead}>{t("text")}</p>
        <Seen className={styles.figure}>
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            width={WIDTH}
            height={HEIGHT}
            aria-hidden="true"
            focusable="false"
          >
            {BOUNCES.map(({ id, from, to, rise }) => (
              <path
                key={id}
                className={styles.bounce}
                d={leapPath({ x: from + FOOT, y: HEIGHT }, { x: to - FOOT, y: HEIGHT }, rise)}
              />
            ))}
          </svg>
          <Ring className={styles.ring} />
        </Seen>
        <ol className={styles.criteria} style={{ "--columns": COLUMNS } as CSSProperties}>
          {CRITERIA.map(({ id, weight }) => (
            <li key={id} className={styles.criterion}>
              <span className={styles.weight}>{t("weight", { weight })}</span>{" "}
              <div>
                <h3 className={styles.name}>{t(`${id}.name`)}</h3>
                <p className={styles.text}>{t(`${id}.text`)}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
