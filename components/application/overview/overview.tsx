"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { missingFields } from "@/contract/progress";
import { AcademyBand, type LearningLinks } from "./academy-band";
import { useApplication } from "./application-context";
import { standingOf } from "./application-state";
import { EditionsList } from "./editions-list";
import { MissingList } from "./missing-list";
import { Notices } from "./notices";
import styles from "./overview.module.css";
import { OverviewHero } from "./overview-hero";
import { Stepper } from "./stepper";
import { NextDates, Timeline } from "./timeline";

/** Standings in which a list of what is missing leads anywhere. */
const OPEN = ["empty", "partial", "completed", "sent_changed"];

/**
 * The private area's first page: where the application stands, what to do next, what is missing, the
 * editions, and the Academy meanwhile.
 *
 * @param learning the two learner tracks at the external learning provider
 * @param evaluations what an evaluator has to read, for evaluators
 */
export function Overview({
  learning,
  evaluations,
}: {
  learning: LearningLinks;
  evaluations?: ReactNode;
}) {
  const t = useTranslations("dashboard");
  const { user, answer } = useApplication();
  const applies = user.roles.includes("applicant");
  const missing = missingFields(answer.project);
  // Who evaluates and has not begun to apply comes for the evaluations.
  const evaluatesFirst = applies && standingOf(answer) === "empty";
  const listed = applies && OPEN.includes(standingOf(answer)) && missing.length > 0;

  return (
    <>
      <div className={styles.page}>
        {applies && <Notices quiet />}
        {evaluatesFirst && evaluations}
        {applies ? <OverviewHero /> : <h1 className={styles.plainTitle}>{t("title")}</h1>}
        {applies && (
          <div className={styles.steps}>
            <Stepper project={answer.project} />
          </div>
        )}
        {!evaluatesFirst && evaluations}
        <div className={styles.columns}>
          {applies && (
            <div className={styles.main}>
              {listed && <MissingList fields={missing} />}
              <Timeline />
            </div>
          )}
          <div className={styles.main}>
            {applies && <NextDates />}
            <EditionsList />
          </div>
        </div>
      </div>
      <AcademyBand learning={learning} />
    </>
  );
}
