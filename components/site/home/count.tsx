"use client";

import { useTranslations } from "next-intl";
import type { EditionDates } from "@/lib/browser/countdown";
import { useCountdown } from "../use-countdown";
import type { EditionWords } from "../use-edition-words";
import styles from "./count.module.css";

/**
 * What stands in the hole of the ring: days, hours on the last day, "closed"; a date before the call
 * opens and on a page of a build. The sentence beside the drawing says the same, so this is hidden from screen readers.
 */
export function Count({ edition, dates }: { edition: EditionDates; dates: EditionWords }) {
  const t = useTranslations("countdown.count");
  const countdown = useCountdown(edition);

  function words(): [string, string] {
    if (!countdown) return dates.closesShort;
    const { state, days, hours, minutes } = countdown;
    if (state === "not_yet_open") return dates.opensShort;
    if (state === "closed") return ["", t("closed")];
    if (days > 0) return [String(days), t("days", { days })];
    if (hours > 0) return [String(hours), t("hours", { hours })];
    // In the last minute there is still some time left: never zero.
    return [minutes > 0 ? String(minutes) : "<1", t("minutes", { minutes: minutes || 1 })];
  }

  const [figure, unit] = words();
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
