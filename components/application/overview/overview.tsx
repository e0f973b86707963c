"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { missingFields } from "@/contract/project/progress";
import type { LearningTrack } from "@/lib/site/learning";
import { useApplication } from "../application-context";
import { standingOf } from "../application-state";
import { Notices } from "../notices/notices";
import { Stepper } from "../steps/stepper";
import { NextDates, Timeline } from "../timeline/timeline";
import { AcademyBand } from "./academy-band";
import { EditionsList } from "./editions-list";
import { MissingList } from "./missing-list";
import styles from "./overview.module.css";
import { OverviewHero } from "./overview-hero";

// Load the feedback component later, because few applicants have feedback.
const ReceivedFeedback = dynamic(
  () => import("../notices/received-feedback").then((it) => it.ReceivedFeedback),
  { ssr: false },
);

/** States of the application in which the overview lists the missing fields. */
const OPEN = ["empty", "partial", "completed", "sent_changed"];

/**
 * Renders the first page of the private area: the application's state, the next step, missing fields, the editions, and
 * the Academy.
 *
 * @param learning the two learning tracks
 * @param evaluations the evaluations to do, for evaluators only
 */
export function Overview({
  learning,
  evaluations,
}: {
  learning: readonly LearningTrack[];
  evaluations?: ReactNode;
}) {
  const t = useTranslations("dashboard");
  const { user, answer } = useApplication();
  // Show the application to an evaluator only if the evaluator has also started an application.
  const evaluates = Boolean(evaluations);
  const applies = user.roles.includes("applicant") && (!evaluates || answer.projectVersion > 0);
  const missing = missingFields(answer.project);
  const listed = applies && OPEN.includes(standingOf(answer)) && missing.length > 0;

  return (
    <>
      <div className={styles.page}>
        {applies && <Notices quiet />}
        {applies && <ReceivedFeedback />}
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
