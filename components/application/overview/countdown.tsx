"use client";

import { useTranslations } from "next-intl";
import { countdownAt } from "@/lib/browser/countdown";
import { useServerNow } from "@/lib/browser/server-clock";
import { useApplication } from "../application-context";
import { datesOf, useDeadlineMessages } from "../deadline";
import styles from "./overview-hero.module.css";

/** Shows the deadline, and the time left until then by the server's clock. */
export function Countdown() {
  const t = useTranslations("dashboard.deadline");
  const now = useServerNow();
  const { answer } = useApplication();
  const words = useDeadlineMessages(answer);
  const left = now === null ? null : countdownAt(datesOf(answer), now);
  const last = left !== null && left.days + left.hours + left.minutes === 0;

  if (left?.state === "closed") return <p className={styles.countdown}>{words.passed}</p>;
  if (left?.state === "not_yet_open") return <p className={styles.countdown}>{words.opens}</p>;
  const figures =
    left && (left.days > 0 ? (["days", "hours"] as const) : (["hours", "minutes"] as const));
  return (
    <div className={styles.countdown}>
      <p className={styles.figures}>
        {last && t("left.minutes", { minutes: 0 })}
        {!last &&
          figures?.map((unit) => (
            <span key={unit}>
              {t.rich(`figure.${unit}`, {
                count: left?.[unit] ?? 0,
                n: (chunks) => <span className={styles.number}>{chunks}</span>,
                u: (chunks) => <span className={styles.unit}>{chunks}</span>,
              })}
            </span>
          ))}
      </p>
      <p>{words.closes}</p>
      {words.extended && <p>{words.extended}</p>}
      {words.own && <p className={styles.own}>{words.own}</p>}
    </div>
  );
}
