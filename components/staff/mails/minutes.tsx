"use client";

import { useTranslations } from "next-intl";
import type { MailStateNow } from "@/contract/staff/mails";
import { useWhen } from "../shell/use-when";
import styles from "./mails.module.css";

/** Width of one minute and height of the drawing, in drawing units. */
const STEP = 10;
const HIGH = 72;
/**
 * Radius of a ring, and maximum number of rings in a column. A column with more emails has no further rings; only the
 * text gives their number.
 */
const RING = 3.5;
const TALL = Math.floor(HIGH / (RING * 2.4));

/**
 * Draws the mail outbox of the last minutes: a parabola for the emails sent in each minute, and a ring for each waiting
 * email.
 */
export function Minutes({ state }: { state: MailStateNow }) {
  const t = useTranslations("staff.mails");
  const { time } = useWhen();
  const { minutes, stuck_since: since } = state;
  const most = Math.max(1, ...minutes.map(({ taken }) => taken));
  const width = minutes.length * STEP;
  const start = Date.parse(minutes[0]?.at ?? state.at);
  const share = since ? (Date.parse(since) - start) / (minutes.length * 60_000) : -1;
  const taken = minutes.reduce((sum, one) => sum + one.taken, 0);
  return (
    <figure className={styles.minutes}>
      <svg
        viewBox={`0 0 ${width} ${HIGH}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t("minutes", {
          taken,
          waiting: state.stuck,
          from: time(minutes[0]?.at ?? state.at),
        })}
      >
        {minutes.map(({ at, taken, waiting }, index) => {
          const from = index * STEP;
          const top = HIGH * (1 - (2 * taken) / most);
          return (
            <g key={at}>
              {taken > 0 && (
                <path d={`M${from} ${HIGH} Q${from + STEP / 2} ${top} ${from + STEP} ${HIGH}`} />
              )}
              {Array.from({ length: Math.min(waiting, TALL) }, (_, level) => (
                <circle
                  // biome-ignore lint/suspicious/noArrayIndexKey: rings have no identity but their place
                  key={level}
                  cx={from + STEP / 2}
                  cy={HIGH - RING - 1 - level * RING * 2.4}
                  r={RING}
                />
              ))}
            </g>
          );
        })}
        {share >= 0 && (
          <line x1={share * width} x2={share * width} y1="0" y2={HIGH} strokeDasharray="3 4" />
        )}
      </svg>
      <figcaption>
        <span>{time(minutes[0]?.at ?? state.at)}</span>
        {since && share >= 0 && <strong>{t("sinceThen", { time: time(since) })}</strong>}
        <strong>{t("untilNow", { time: time(state.at) })}</strong>
      </figcaption>
    </figure>
  );
}
