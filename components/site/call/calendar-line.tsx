"use client";

import { useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { leapPath } from "@/components/ui/figures/leap";
import { Ring } from "@/components/ui/figures/ring";
import type { EditionDates } from "@/lib/browser/countdown";
import { useEditionNow } from "../use-countdown";
import { type Calendar, placeAt } from "./calendar";
import styles from "./call-calendar.module.css";

/**
 * Width and height of the drawing in drawing units. When the drawing stretches to its box, its parabolas stay
 * parabolas.
 */
const WIDTH = 1000;
const HEIGHT = 100;

/**
 * Draws the call's calendar as arcs on one line: past and current phases solid, future phases dashed, and a ring for
 * today. A page prerendered at build time does not know today's date, so it shows only the arcs.
 */
export function CalendarLine({ edition, calendar }: { edition: EditionDates; calendar: Calendar }) {
  const t = useTranslations("countdown.calendar");
  const now = useEditionNow(edition);
  const { phases, ticks } = calendar;
  const place = now === null ? null : placeAt(calendar, now);
  const begun = (startsAt: string, index: number) =>
    now === null ? index === 0 : Date.parse(startsAt) <= now;

  return (
    <div className={styles.line} aria-hidden="true">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width={WIDTH}
        height={HEIGHT}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        {phases.map(({ name, startsAt, from, to, apex }, index) => (
          <path
            key={name}
            className={styles.leap}
            data-begun={begun(startsAt, index)}
            d={leapPath(
              { x: from * WIDTH, y: HEIGHT },
              { x: to * WIDTH, y: HEIGHT },
              apex * HEIGHT,
            )}
          />
        ))}
      </svg>
      {ticks.map((x) => (
        <span key={x} className={styles.tick} style={{ "--x": x } as CSSProperties} />
      ))}
      {[0, ...phases.map(({ to }) => to)].map((x) => (
        <span
          key={x}
          className={styles.tick}
          data-major="true"
          style={{ "--x": x } as CSSProperties}
        />
      ))}
      {place && (
        <span className={styles.today} style={{ "--x": place.x, "--y": place.y } as CSSProperties}>
          <span className={styles.word}>{t("today")}</span>
          <Ring className={styles.ring} />
        </span>
      )}
    </div>
  );
}
