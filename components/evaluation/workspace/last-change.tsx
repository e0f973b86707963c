"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useErrorMessages } from "@/components/forms/error-messages";
import { useAskSignIn } from "@/components/submission/sign-in-again";
import textButton from "@/components/ui/buttons/text-button.module.css";
import { showErrorToast } from "@/components/ui/overlays/toast";
import { useSnapshot } from "@/components/ui/use-snapshot";
import {
  type Evaluation,
  evaluationSchema,
  type ProjectForEvaluation,
} from "@/contract/evaluation/evaluation-schemas";
import { saveEvaluation } from "@/contract/evaluation/evaluations";
import { CRITERIA, type Scores, weightedTotal } from "@/contract/evaluation/weights";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import { EVALUATION_KEY, projectForEvaluationQuery, withStored } from "@/lib/api/evaluation-query";
import { inRound } from "@/lib/api/in-round";
import { inTime } from "@/lib/draft/server";
import { isWritable } from "../evaluation-state";
import type { Vote } from "../scoring/shortcuts/score-shortcuts";
import styles from "./project-panel.module.css";

/**
 * The score changes of one visit to a project: the scores before and after, and the given scores that can be undone.
 */
type Change = {
  userId: string;
  id: string;
  /** The number of the round; absent if the edition has only its first round. */
  round: number | undefined;
  name: string;
  votes: readonly Vote[];
  from: Scores;
  to: Scores;
};

const listeners = new Set<() => void>();
let last: Change | null = null;

const lastChange = {
  snapshot: () => last,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  set(change: Change) {
    last = change;
    for (const listener of listeners) listener();
  },
};

/**
 * Returns the scores given in the last visit, so that they can be undone; empty if the last visit was to another
 * project.
 */
export function lastVotesOn(userId: string, id: string, round?: number): readonly Vote[] {
  return last?.userId === userId && last.id === id && last.round === round ? last.votes : [];
}

/** Stores the score changes of this visit when the score form is removed and its changes are saved. */
export function useRememberChange(
  { from, ...change }: Omit<Change, "from"> & { from: Scores | null },
  flush: () => Promise<boolean>,
): void {
  const latest = useRef({ from, change, flush });
  latest.current = { from, change, flush };
  useEffect(
    () => () => {
      const { from, change, flush } = latest.current;
      if (from === null) return;
      void flush().then((isStored) => isStored && lastChange.set({ ...change, from }));
    },
    [],
  );
}

/** Returns only the scores that changed, with their values before and after. */
function spanOf({ from, to }: Change): Record<"from" | "to", Partial<Scores>> {
  const changed = CRITERIA.filter(({ id }) => from[id] !== to[id]);
  const of = (scores: Scores) => Object.fromEntries(changed.map(({ id }) => [id, scores[id]]));
  return { from: of(from), to: of(to) };
}

function holds({ scores }: Pick<Evaluation, "scores">, some: Partial<Scores>): boolean {
  return CRITERIA.every(({ id }) => some[id] === undefined || scores[id] === some[id]);
}

/** Shows, on the next project, the scores that the evaluator gave to the last project, with a button to undo them. */
export function LastChange({ userId, id }: { userId: string; id: string }) {
  const change = useSnapshot(lastChange);
  const isElsewhere = change !== null && change.userId === userId && change.id !== id;
  return isElsewhere ? <Recovery key={change.id} change={change} /> : null;
}

function Recovery({ change }: { change: Change }) {
  const t = useTranslations("evaluation.lastChange");
  const errors = useErrorMessages();
  const format = useFormatter();
  const locale = useLocale();
  const client = useQueryClient();
  const askSignIn = useAskSignIn();
  const [busy, setBusy] = useState(false);
  const wanted = projectForEvaluationQuery(locale, change.id, change.round);
  // Use only cached data (`enabled: false`). The subscription keeps the project's data in the cache while the component
  // is mounted.
  const { data: known } = useQuery({ ...wanted, enabled: false });
  const { name, votes } = change;
  const { from, to } = spanOf(change);
  const count = Object.keys(to).length;

  // The scores of the last project have changed since the evaluator left it, so no scores can be undone.
  if (!known?.evaluation || count === 0 || !isWritable(known) || !holds(known.evaluation, to)) {
    return null;
  }
  const { evaluation, number } = known;
  const before = weightedTotal({ ...evaluation.scores, ...from });
  const after = weightedTotal(evaluation.scores);
  const figure = (total: number | null) =>
    total === null ? t("incomplete") : format.number(total, { minimumFractionDigits: 1 });

  function stored(evaluation: Evaluation) {
    client.setQueryData<ProjectForEvaluation>(wanted.queryKey, (known) =>
      known ? withStored(known, evaluation) : known,
    );
    void client.invalidateQueries({ queryKey: [...EVALUATION_KEY, "list"] });
    // Undoing is itself a change that the evaluator can undo.
    const back = votes.map(({ criterion, from, to }) => ({ criterion, from: to, to: from }));
    if (holds(evaluation, from)) {
      lastChange.set({ ...change, votes: back.reverse(), from: change.to, to: change.from });
    }
  }

  async function undo() {
    setBusy(true);
    try {
      const headers = { "If-Match": String(evaluation.version) };
      const request = { locale, params: { id: change.id }, headers };
      const undone = await inRound(change.round, (round) => {
        const body = { scores: from, read: number, round };
        return inTime((signal) => call(saveEvaluation, { ...request, body, signal }));
      });
      stored(undone);
    } catch (cause) {
      const error = cause instanceof ApiError ? cause : new ApiError("bad_answer", 0, { cause });
      const { data: current } = evaluationSchema.safeParse(error.current);
      if (current) stored(current);
      // The scores are already undone: an earlier attempt succeeded, but its response was lost.
      if (current && holds(current, from)) return;
      if (error.code === "not_authenticated") askSignIn(() => void undo());
      else showErrorToast(t("failed", { name }), current ? t("conflict") : errors(error.code));
    } finally {
      setBusy(false);
    }
  }

  return (
    <p className={styles.lastChange} role="status">
      {t.rich(before === null && after === null ? "counted" : "changed", {
        name: () => <strong>{name}</strong>,
        count,
        from: figure(before),
        to: figure(after),
      })}{" "}
      <button
        type="button"
        className={textButton.button}
        aria-disabled={busy}
        onClick={() => busy || void undo()}
      >
        {t("undo")}
      </button>
    </p>
  );
}
