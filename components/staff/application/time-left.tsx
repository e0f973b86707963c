"use client";

import { useTranslations } from "next-intl";
import { Fragment } from "react";
import { MINUTE, spanOf } from "@/contract/durations";
import { useServerNow } from "@/lib/browser/server-clock";
import styles from "./one-application.module.css";

/**
 * Shows the time left until a given time as days and hours, or as hours and minutes. Renders nothing during the last
 * minute and after the given time.
 */
export function TimeLeft({ until }: { until: string }) {
  const t = useTranslations("staff.application");
  const now = useServerNow();
  const left = now === null ? 0 : Date.parse(until) - now;
  if (left < MINUTE) return null;
  const amounts = spanOf(left);
  const units = amounts.days > 0 ? (["days", "hours"] as const) : (["hours", "minutes"] as const);
  return (
    <span className={styles.left}>
      {units.map((unit) => (
        <Fragment key={unit}>
          <span>
            {t.rich(`left.${unit}`, {
              count: amounts[unit],
              n: (words) => <span className={styles.leftNumber}>{words}</span>,
              u: (words) => <span className={styles.leftUnit}>{words}</span>,
            })}
          </span>{" "}
        </Fragment>
      ))}
    </span>
  );
}
