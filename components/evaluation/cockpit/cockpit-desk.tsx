"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useEffect } from "react";
import type { ProjectForEvaluation, ProjectListQuery } from "@/contract/evaluation-schemas";
import { neighboursQuery } from "@/lib/api/evaluation-query";
import { CockpitBar } from "./cockpit-bar";
import styles from "./cockpit-desk.module.css";
import { ProjectSheet, SHEET_TITLE } from "./project-sheet";
import { ScoreSheet } from "./score-sheet";
import { useNextProject } from "./use-next-project";
import { useScoreKeys } from "./use-score-keys";
import { useScoreSheet } from "./use-score-sheet";

/** The project's title as it was focused last: going on puts the reader at the top of the next one. */
let arrivedAt: string | null = null;

/** The cockpit of a project that is there: bar, sheet to read, sheet to score. */
export function CockpitDesk({
  evaluated,
  query,
}: {
  evaluated: ProjectForEvaluation;
  query: ProjectListQuery;
}) {
  const sheet = useScoreSheet(evaluated);
  const { data: around } = useQuery(neighboursQuery(useLocale(), evaluated.id, query));
  const { goTo, goBeside, goOn, going } = useNextProject(evaluated, query, sheet.flush);
  const onNext = () => void goBeside("next");

  useScoreKeys({
    onNext,
    onPrevious: () => void goBeside("previous"),
    onSaveAndNext: evaluated.closed ? onNext : () => void goOn(),
  });

  useEffect(() => {
    if (arrivedAt !== null && arrivedAt !== evaluated.id) {
      document.getElementById(SHEET_TITLE)?.focus();
    }
    arrivedAt = evaluated.id;
  }, [evaluated.id]);

  return (
    <>
      <CockpitBar around={around} query={query} onGo={goTo} />
      <div className={styles.desk}>
        <ProjectSheet evaluated={evaluated} />
        <ScoreSheet
          project={evaluated}
          sheet={sheet}
          going={going}
          onNext={evaluated.closed ? (around?.next ? onNext : null) : () => void goOn()}
        />
      </div>
    </>
  );
}
