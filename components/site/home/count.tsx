"use client";

import { useTranslations } from "next-intl";
import type { EditionDates } from "@/lib/browser/countdown";
import { useCountdown } from "../use-countdown";
import type { EditionWords } from "../use-edition-messages";
import styles from "./count.module.css";

/**
 * Returns a figure and its unit: days, or hours on the last day, or "closed" without a figure. Before the call opens, and
 * on a page prerendered at build time, they are a day and its month.
 */
export function useCountWords(edition: EditionDates, dates: EditionWords): [string, string] {
  const t = useTranslations("countdown.count");
  const countdown = useCountdown(edition);
  if (!countdown) return dates.closesShort;
  const { state, days, hours, minutes } = countdown;
  if (state === "not_yet_open") return dates.opensShort;
  if (state === "closed") return ["", t("closed")];
  if (days > 0) return [String(days), t("days", { days })];
  if (hours > 0) return [String(hours), t("hours", { hours })];
  // In the last minute some time is still left, so never show zero.
  return [minutes > 0 ? String(minutes) : "<1", t("minutes", { minutes: minutes || 1 })];
}

/**
 * Renders the text in the hole of the ring: the time left. Hidden from screen readers, because the sentence beside it says
 * the same.
 */
export function Count({ edition, dates }: { edition: EditionDates; dates: EditionWords }) {
  const [figure, unit] = useCountWords(edition, dates);
  return (
    <p className={styles.count} aria-hidden="true">
      {figure && (
        <span className={styles.figure} data-long={figure.length > 2 || undefined}>
          {figure}
        </span>
      )}
      <span className={styles.unit}>{unit}</span>
    </p>
  );
}
