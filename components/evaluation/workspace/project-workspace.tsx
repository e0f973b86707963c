"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useLocale } from "next-intl";
import { useEffect, useRef } from "react";
import { useRetryAfterSignIn } from "@/components/submission/sign-in-again";
import type {
  ProjectForEvaluation,
  ProjectListQuery,
} from "@/contract/evaluation/evaluation-schemas";
import { ApiError } from "@/lib/api/error";
import { neighboursQuery } from "@/lib/api/evaluation-query";
import { useShortcutsEnabled } from "@/lib/browser/use-keys-on";
import { isWritable } from "../evaluation-state";
import { RoundBand } from "../rounds/round-band";
import { ScoreForm } from "../scoring/score-form";
import { ShortcutLegend } from "../scoring/shortcuts/shortcut-legend";
import { useScoreShortcuts } from "../scoring/shortcuts/use-score-shortcuts";
import { useLeavingForm } from "../scoring/use-leaving-form";
import { useScoreForm } from "../scoring/use-score-form";
import { useScoreVotes } from "../scoring/use-score-votes";
import { ExcludedPanel } from "./excluded-panel";
import { LastChange, lastVotesOn, useRememberChange } from "./last-change";
import { ProjectPanel, SHEET_TITLE } from "./project-panel";
import styles from "./project-workspace.module.css";
import { useLiveFilters } from "./use-live-filters";
import { useNextProject } from "./use-next-project";
import { WorkspaceBar } from "./workspace-bar";

// Most editions have no feedback to applicants, so the feedback form loads on demand.
const FeedbackForm = dynamic(
  () => import("../scoring/feedback/feedback-form").then((it) => it.FeedbackForm),
  { ssr: false },
);

/**
 * The project that was open last. If a different project opens, its title gets the focus, so that the evaluator starts
 * at the top.
 */
let arrivedAt: string | null = null;

/** Renders the evaluation workspace of a loaded project: the bar, the project's text, and the score form. */
export function ProjectWorkspace({
  userId,
  evaluated,
  query,
}: {
  /** The evaluator who owns the score form. */
  userId: string;
  evaluated: ProjectForEvaluation;
  query: ProjectListQuery;
}) {
  const { id } = evaluated;
  const round = evaluated.round?.number;
  const conflict = evaluated.evaluation?.conflict;
  // In a conflict of interest, the server rejects scores, so the browser keeps none.
  const closed = evaluated.closed || conflict !== undefined;
  const leaving = useLeavingForm(id);
  const sheet = useScoreForm({ ...evaluated, closed }, userId, leaving.isLeft);
  const { data: around, ...read } = useQuery(neighboursQuery(useLocale(), id, query));
  const expired = read.error instanceof ApiError && read.error.code === "not_authenticated";
  useRetryAfterSignIn(expired, () => void read.refetch());
  useLiveFilters(id, query, around, leaving.isLeft);
  const flushFeedback = useRef<(() => Promise<boolean>) | null>(null);
  const flush = async () => {
    const saved = await Promise.all([sheet.flush(), flushFeedback.current?.() ?? true]);
    return saved.every(Boolean);
  };
  const ways = useNextProject(evaluated, query, flush, leaving);
  const beside = around?.next ? ways.goNext : null;
  const onwards = evaluated.closed ? beside : ways.goOn;

  const votes = useScoreVotes(sheet, lastVotesOn(userId, id, round));
  const name = evaluated.project.nome;
  const { given, start } = votes;
  const change = { userId, id, round, name, votes: given, from: start, to: sheet.scores };
  useRememberChange(change, sheet.flush);
  const [keysOn, switchKeys] = useShortcutsEnabled();
  const writable = isWritable(evaluated);

  useScoreShortcuts({
    on: keysOn,
    writable,
    scores: sheet.scores,
    votes,
    accepts: leaving.accepts,
    onNext: ways.goNext,
    onPrevious: ways.goPrevious,
    onSaveAndNext: evaluated.closed ? ways.goNext : ways.goOn,
  });

  useEffect(() => {
    if (arrivedAt !== null && arrivedAt !== id) {
      window.scrollTo({ top: 0, behavior: "instant" });
      document.getElementById(SHEET_TITLE)?.focus();
    }
    arrivedAt = id;
  }, [id]);

  return (
    <>
      <WorkspaceBar id={id} around={around} query={query} ways={ways}>
        <ShortcutLegend on={keysOn} onSwitch={switchKeys} writable={writable} lit={votes.lit} />
      </WorkspaceBar>
      <div className={styles.desk}>
        <ProjectPanel evaluated={evaluated}>
          <RoundBand work={{ ...evaluated, counts: around?.counts }} />
          <LastChange userId={userId} id={id} />
        </ProjectPanel>
        {conflict ? (
          <ExcludedPanel
            name={evaluated.project.nome}
            conflict={conflict}
            going={leaving.going !== null}
            onNext={onwards}
          />
        ) : (
          <ScoreForm
            project={evaluated}
            sheet={sheet}
            votes={votes}
            keys={keysOn}
            leaving={leaving}
            onNext={onwards}
          >
            {evaluated.feedback && (
              <FeedbackForm
                project={evaluated}
                userId={userId}
                isLeft={leaving.isLeft}
                onFlush={(flush) => {
                  flushFeedback.current = flush;
                }}
              />
            )}
          </ScoreForm>
        )}
      </div>
    </>
  );
}
