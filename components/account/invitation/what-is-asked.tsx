"use client";

import { useLocale, useTranslations } from "next-intl";
import { closingMoment } from "@/contract/deadline";
import type { Language } from "@/contract/languages";
import type { Invitation } from "@/contract/users/invitation";
import { datesIn } from "@/lib/i18n/dates";
import styles from "./invitation.module.css";

/** Shows what an invited evaluator agrees to: number of projects, working time, deadline, and confidentiality. */
export function WhatIsAsked({ invitation }: { invitation: Invitation }) {
  const t = useTranslations("invitation");
  const locale = useLocale() as Language;
  const { date } = datesIn(locale);
  const { first_name: name, edition, round, projects, hours, capacity, answer } = invitation;
  const { opens_at: opens, closes_at: closes } = invitation;
  const day = (at: Date) => date(at, { dateStyle: "long" });
  const moment = (instant: string) => {
    const { lastDay, time } = closingMoment(new Date(instant));
    return `${day(lastDay)}, ${time}`;
  };
  const facts = [
    ...(round ? [[t("round"), round.names[locale]]] : []),
    ...(capacity === null
      ? []
      : [
          [
            t(answer === null ? "capacityAsked" : "capacityAgreed"),
            t("capacityOf", { count: capacity }),
          ],
        ]),
    // If the agreed number of projects is smaller than the total number, omit the total number: two different numbers
    // on one page would contradict each other (rule evaluation.agreed). Also omit the total number for a later round,
    // because that number is unknown.
    ...((capacity !== null && capacity < projects) || (round && round.number > 1)
      ? []
      : [[t("projects"), projects > 0 ? String(projects) : t("projectsNone")]]),
    ...(hours > 0 ? [[t("hours"), t("hoursOf", { hours })]] : []),
    ...(answer === null ? [[t("answerBy"), moment(invitation.answer_by)]] : []),
    ...(opens ? [[t("begins"), day(new Date(opens))]] : []),
    ...(closes ? [[t("ends"), moment(closes)]] : []),
    ...(opens || closes ? [] : [[t("datesLabel"), t("datesUnknown")]]),
    [t("secret"), t("secretText")],
  ] as const;
  return (
    <>
      <p>{t("asked", { name, edition: String(edition) })}</p>
      <dl className={styles.facts}>
        {facts.map(([term, fact]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
