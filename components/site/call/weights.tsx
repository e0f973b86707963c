import { useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { GoLink } from "@/components/ui/buttons/go-link";
import { leapPath } from "@/components/ui/figures/leap";
import { Ring } from "@/components/ui/figures/ring";
import { ANCHORS, CRITERIA, TOTAL_MAX } from "@/contract/evaluation/weights";
import { FIGURES } from "@/contract/quoted-numbers";
import { Seen } from "../seen";
import styles from "./weights.module.css";

/**
 * Width of the drawing in drawing units. The criteria share this width by weight, and each parabola's height is
 * proportional to its width.
 */
const WIDTH = 1344;
const UNIT = WIDTH / TOTAL_MAX;
const RISE = 9.4;
/**
 * Half the line width of a parabola, in drawing units. A parabola's ends are moved inwards by this distance, so that
 * the lines of neighbouring parabolas touch but do not overlap.
 */
const FOOT = 6;
const HEIGHT = Math.max(...CRITERIA.map(({ weight }) => weight)) * RISE;

const BOUNCES = CRITERIA.map(({ id, weight }, index) => {
  const from = CRITERIA.slice(0, index).reduce((sum, before) => sum + before.weight, 0) * UNIT;
  return { id, weight, from, to: from + weight * UNIT, rise: weight * RISE };
});
const HEAVIEST = BOUNCES.reduce((most, one) => (one.weight > most.weight ? one : most));
/** Horizontal position of the highest parabola's top, in percent of the drawing's width. */
const TOP = ((HEAVIEST.from + HEAVIEST.to) / 2 / WIDTH) * 100;
const COLUMNS = CRITERIA.map(({ weight }) => `minmax(0, ${weight}fr)`).join(" ");

/**
 * Draws the evaluation criteria as parabolas on one line, each with its rating scale. A ring is at the top of the
 * parabola of the criterion with the highest weight.
 *
 * @param sheetHref URL of a PDF with the same content, in the page's language
 */
export function Weights({ sheetHref }: { sheetHref: string }) {
  const t = useTranslations("call.weights");
  const criteria = useTranslations("criteria");
  return (
    <section
      className={styles.weights}
      aria-labelledby="weights"
      style={{ "--top": `${TOP}%` } as CSSProperties}
      data-flood
      data-section="call"
    >
      <div className={styles.inner}>
        <h2 id="weights">{t.rich("title", { br: () => <br /> })}</h2>
        <p className={styles.lead}>{t("text", FIGURES)}</p>
        <Seen figure="weights" className={styles.figure}>
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
                <h3 className={styles.name}>{criteria(`${id}.name`)}</h3>
                <p className={styles.text}>{criteria(`${id}.says`)}</p>
                <dl className={styles.scale}>
                  {ANCHORS.map((anchor) => (
                    <div key={anchor.id}>
                      <dt>{t("score", anchor)}</dt>
                      <dd>{criteria(`${id}.${anchor.id}`)}</dd>
                    </div>
                  ))}
                </dl>
              </div>
            </li>
          ))}
        </ol>
        <p className={styles.sheet}>
          <GoLink href={sheetHref}>{t("sheet")}</GoLink>
        </p>
      </div>
    </section>
  );
}
