import { useFormatter, useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { cx } from "@/components/ui/cx";
import { ringColumns } from "@/components/ui/figures/ring-grid";
import { DEFAULT_PLACES } from "@/contract/edition-figures";
import { type Places, RACE } from "@/contract/evaluation/funnel";
import { figuresOf } from "@/contract/quoted-numbers";
import { Seen } from "../seen";
import styles from "./funnel.module.css";
import { Spans } from "./spans";

/**
 * Draws one ring for each project that a selection stage can select, from the pre-selected projects to the winner. With
 * the default numbers, the rings of every stage have the same total area. The markup is a list, so screen readers get
 * the same content.
 */
export function Funnel({ places = DEFAULT_PLACES }: { places?: Places | undefined }) {
  const t = useTranslations("home.funnel");
  const format = useFormatter();
  const figures = figuresOf(places);
  return (
    <section className={styles.funnel}>
      <div className={styles.inner}>
        <h2 className={styles.title}>{t.rich("title", { ...figures, br: () => <br /> })}</h2>
        <p className={styles.text}>{t("text", figures)}</p>
        <Seen figure="funnel" className={styles.figure}>
          <ol className={styles.stages}>
            {RACE.map((stage) => (
              <li
                key={stage}
                className={cx(styles.stage, styles[stage])}
                style={{ "--columns": ringColumns(places[stage]) } as CSSProperties}
              >
                {/* The number ends with a space. Without this space, screen readers read the number and the label
                    as one word. */}
                <span className={styles.count}>
                  {format.number(places[stage])}
                  <span className={styles.space}> </span>
                </span>
                <span className={styles.label}>{t(stage as "winner")}</span>
                <span className={styles.rings} aria-hidden="true">
                  {rows(places[stage]).map((count, row) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a row is nothing but its place
                    <span key={row} className={styles.row}>
                      <Spans count={count} />
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

/** Arranges `count` rings in rows. Returns the number of rings of each row, the lowest row first. */
function rows(count: number): number[] {
  const perRow = ringColumns(count);
  return Array.from({ length: Math.ceil(count / perRow) }, (_, row) =>
    Math.min(perRow, count - row * perRow),
  );
}
