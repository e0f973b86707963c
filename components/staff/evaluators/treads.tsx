"use client";

import { useFormatter, useLocale, useTranslations } from "next-intl";
import { closingMoment } from "@/contract/deadline";
import type { Jury } from "@/contract/staff/evaluators";
import { useLikelyYear } from "@/lib/browser/server-clock";
import { datesIn } from "@/lib/i18n/dates";
import { dated } from "@/lib/i18n/is-elided";
import { yearIfOther } from "../shell/use-when";
import { ringsOf } from "./rings-of";
import styles from "./treads.module.css";

/**
 * Maximum number of rings on a step of the drawing. If a step has more evaluators, one ring represents several
 * evaluators.
 */
const MOST_RINGS = 40;

/**
 * Draws rising steps from "invited" to "evaluation closed". Each step has a thick ring for each evaluator who reached
 * it, and a thin ring for each other evaluator.
 */
export function Treads({ jury: { counts, pace } }: { jury: Jury }) {
  const t = useTranslations("staff.evaluators.tread");
  const format = useFormatter();
  const { date } = datesIn(useLocale());
  const year = useLikelyYear();
  const { all, accepted, begun, states } = counts;
  const ends = pace.until && closingMoment(new Date(pace.until));
  const { each } = ringsOf(all, MOST_RINGS);
  const treads = [
    { name: "invited", count: all, note: null },
    {
      name: "accepted",
      count: accepted,
      note: t("unanswered", {
        count: states.invited + states.unanswered,
        declined: states.declined,
      }),
    },
    { name: "begun", count: begun, note: t("notBegun", { count: accepted - begun }) },
    {
      name: "closed",
      count: states.closed,
      note:
        ends &&
        t("until", {
          ...dated(
            "day",
            date(ends.lastDay, {
              day: "numeric",
              month: "long",
              ...yearIfOther(ends.lastDay, year),
            }),
          ),
          time: ends.time,
        }),
    },
  ] as const;
  return (
    <>
      <ul className={styles.treads} aria-label={t("label")}>
        {treads.map(({ name, count, note }) => (
          <li key={name} className={styles.tread}>
            <span className={styles.rings} aria-hidden="true">
              {Array.from({ length: Math.ceil(all / each) }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a ring is its place
                <span key={index} className={index * each < count ? styles.ring : styles.hoop} />
              ))}
            </span>
            <p className={styles.figure}>
              <strong className={styles.count}>{format.number(count)}</strong>{" "}
              <span>
                <strong>{t(name, { count })}</strong>
                {note && <span className={styles.small}>{note}</span>}
              </span>
            </p>
          </li>
        ))}
      </ul>
      {each > 1 && <p className={styles.small}>{t("each", { each })}</p>}
    </>
  );
}
