"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useEffect } from "react";
import type {
  ProjectForEvaluation,
  ProjectListQuery,
} from "@/contract/evaluation/evaluation-schemas";
import { ApiError } from "@/lib/api/error";
import { neighboursQuery } from "@/lib/api/evaluation-query";
import { useKeysOn } from "@/lib/browser/use-keys-on";
import { useRetryAfterSignIn } from "../evaluation-session";
import { isWritable } from "../evaluation-state";
import { KeyLegend } from "../scoring/keys/key-legend";
import { useScoreKeys } from "../scoring/keys/use-score-keys";
import { ScoreSheet } from "../scoring/score-sheet";
import { useScoreSheet } from "../scoring/use-score-sheet";
import { useScoreVotes } from "../scoring/use-score-votes";
import { CockpitBar } from "./cockpit-bar";
import styles from "./cockpit-desk.module.css";
import { ExcludedSheet } from "./excluded-sheet";
import { ProjectSheet, SHEET_TITLE } from "./project-sheet";
import { useLiveFilters } from "./use-live-filters";
import { useNextProject } from "./use-next-project";

/** The project's title as it was focused last: moving on puts the reader at the top of the next one. */
let arrivedAt: string | null = null;

/** The cockpit of a loaded project: bar, sheet to read, sheet to score. */
export function CockpitDesk({
  userId,
  evaluated,
  query,
}: {
  /** Whose score sheet it is. */
  userId: string;
  evaluated: ProjectForEvaluation;
  query: ProjectListQuery;
}) {
  const conflict = evaluated.evaluation?.conflict;
  // Nothing the rule will never accept is kept for later.
  const closed = evaluated.closed || conflict !== undefined;
  const sheet = useScoreSheet({ ...evaluated, closed }, userId);
  const { data: around, ...read } = useQuery(neighboursQuery(useLocale(), evaluated.id, query));
  const expired = read.error instanceof ApiError && read.error.code === "not_authenticated";
  useRetryAfterSignIn(expired, () => void read.refetch());
  useLiveFilters(evaluated.id, query, around);
  const { goTo, goBeside, goOn, going, chosen } = useNextProject(evaluated, query, sheet.flush);
  const onNext = () => void goBeside("next");
  const beside = around?.next ? onNext : null;
  const onwards = evaluated.closed ? beside : () => void goOn();

  const votes = useScoreVotes(sheet);
  const [keysOn, switchKeys] = useKeysOn();
  const writable = isWritable(evaluated);

  useScoreKeys({
    on: keysOn,
    writable,
    scores: sheet.scores,
    votes,
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
      <CockpitBar id={evaluated.id} around={around} query={query} chosen={chosen} onGo={goTo}>
        <KeyLegend on={keysOn} onSwitch={switchKeys} writable={writable} lit={votes.lit} />
      </CockpitBar>
      <div className={styles.desk}>
        <ProjectSheet evaluated={evaluated} />
        {conflict ? (
          <ExcludedSheet
            name={evaluated.project.nome}
            conflict={conflict}
            going={going}
            onNext={onwards}
          />
        ) : (
          <ScoreSheet
            project={evaluated}
            sheet={sheet}
            votes={votes}
            keys={keysOn}
            going={going}
            onNext={onwards}
          />
        )}
      </div>
    </>
  );
}
