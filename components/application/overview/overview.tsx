"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { missingFields } from "@/contract/project/progress";
import { useApplication } from "../application-context";
import { standingOf } from "../application-state";
import { Notices } from "../saving/notices";
import { MissingList } from "../steps/missing-list";
import { Stepper } from "../steps/stepper";
import { NextDates, Timeline } from "../timeline/timeline";
import { AcademyBand, type LearningLinks } from "./academy-band";
import { EditionsList } from "./editions-list";
import styles from "./overview.module.css";
import { OverviewHero } from "./overview-hero";

/** Standings in which a list of what is missing is of use. */
const OPEN = ["empty", "partial", "completed", "sent_changed"];

/**
 * The private area's first page: where the application stands, what to do next, what is missing, the
 * editions, and the Academy meanwhile.
 *
 * @param learning the two learner tracks at the external learning provider
 * @param evaluations what there is to evaluate, for evaluators only
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
  // Who evaluates is here for that: an application is shown only if there is one.
  const evaluates = Boolean(evaluations);
  const applies = user.roles.includes("applicant") && (!evaluates || answer.projectVersion > 0);
  const missing = missingFields(answer.project);
  const listed = applies && OPEN.includes(standingOf(answer)) && missing.length > 0;

  return (
    <>
      <div className={styles.page}>
        {applies && <Notices quiet />}
        {evaluations}
        {applies && <OverviewHero second={evaluates} />}
        {!applies && !evaluates && <h1 className={styles.plainTitle}>{t("title")}</h1>}
        {applies && (
          <div className={styles.steps}>
            <Stepper project={answer.project} />
          </div>
        )}
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
      {(applies || !evaluates) && <AcademyBand learning={learning} />}
    </>
  );
}
