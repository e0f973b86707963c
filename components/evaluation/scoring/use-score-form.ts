"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useEffect, useState } from "react";
import { useSnapshot } from "@/components/ui/use-snapshot";
import type { BodyOf } from "@/contract/endpoint";
import {
  evaluationSchema,
  type ProjectForEvaluation,
} from "@/contract/evaluation/evaluation-schemas";
import { saveEvaluation } from "@/contract/evaluation/evaluations";
import { type Criterion, weightedTotal } from "@/contract/evaluation/weights";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import { EVALUATION_KEY, projectForEvaluationQuery, withStored } from "@/lib/api/evaluation-query";
import { inRound } from "@/lib/api/in-round";
import type { AutosaveState } from "@/lib/browser/autosave";
import { bodyOf, SCORE_FORM, type ScoreValues, snapshotOfScores } from "@/lib/draft/score-form";
import { heldIn, inTime, type Server } from "@/lib/draft/server";
import { createDraft } from "@/lib/draft/store";
import { openTabCopies } from "@/lib/draft/tab-copy";

/** Connects the draft of a score form to the back end. The query cache holds the last response. */
function sheetServer(
  client: QueryClient,
  locale: string,
  evaluated: ProjectForEvaluation,
): Server<ScoreValues> & { letStand: () => Promise<void> } {
  const params = { id: evaluated.id };
  const round = evaluated.round?.number;
  const query = projectForEvaluationQuery(locale, params.id, round);
  const held = heldIn(
    client,
    query,
    snapshotOfScores,
    evaluated,
    (known) => known.round?.number === round,
  );
  /** Saves in the round for which the form was opened, even if another round has begun since. */
  function save(body: BodyOf<typeof saveEvaluation>, headers?: Record<string, string>) {
    const request = { locale, params, ...(headers && { headers }) };
    return inRound(round, (round) =>
      inTime((signal) => call(saveEvaluation, { ...request, body: { ...body, round }, signal })),
    );
  }

  return {
    ...held,
    async send(values, { version }) {
      const headers = { "If-Match": String(version) };
      const known = held.answer();
      const body = bodyOf(values, known);
      const stored = await save(body, headers);
      const word = held.put((known) => withStored(known, stored));
      // The applicant sent the project again after this page was opened. Refetch the project, because the page shows
      // the old version.
      if (stored.outdated && (body.read !== undefined || !known.sent_again)) {
        void client.invalidateQueries({ queryKey: query.queryKey });
      }
      return word;
    },
    /**
     * Stores that the scores apply to the shown version of the project, even if they were given for an earlier version.
     */
    async letStand() {
      const stored = await save({ read: held.answer().number });
      held.put((known) => withStored(known, stored));
      if (stored.outdated) await client.invalidateQueries({ queryKey: query.queryKey });
    },
    async refused(error) {
      const { data } = evaluationSchema.safeParse(error.current);
      if (!data) throw error;
      return held.put((known) => ({ ...known, evaluation: data }));
    },
  };
}

/** The save state during an unresolved edit conflict, in which no change counts as saved. */
const UNDECIDED: AutosaveState = {
  kind: "failed",
  error: new ApiError("version_conflict", 412),
  retryAt: null,
};

/**
 * Manages the score form of one project: its values, its save state, and an edit conflict with another tab
 * (`conflict`). A conflict never overwrites scores without the evaluator's choice. Unsaved changes stay in the tab and
 * return after a reload.
 *
 * @param isLeft reports whether the evaluator is leaving the project; then the form accepts no changes
 */
export function useScoreForm(
  evaluated: ProjectForEvaluation,
  userId: string,
  isLeft: () => boolean = () => false,
) {
  const { closed } = evaluated;
  const locale = useLocale();
  const client = useQueryClient();
  const [{ draft, letStand }] = useState(() => {
    // Each round has a separate key in the tab's storage, so that unsaved text of one round never appears in another.
    // The first round's key contains no round number.
    const { number = 1 } = evaluated.round ?? {};
    const name = `evaluation.${evaluated.id}${number === 1 ? "" : `.${number}`}`;
    const copy = openTabCopies<ScoreValues>(userId, name);
    const server = sheetServer(client, locale, evaluated);
    function onSaved() {
      // A successful save proves that the evaluator is signed in, so the tab can store unsaved changes again.
      copy.resume();
      client.invalidateQueries({ queryKey: [...EVALUATION_KEY, "list"] });
    }
    return {
      draft: createDraft(SCORE_FORM, { server, copy, onSaved }),
      async letStand() {
        await server.letStand();
        onSaved();
      },
    };
  });
  const { values, unsaved, autosave, conflict } = useSnapshot(draft);

  useEffect(() => {
    const end = draft.start();
    // A read-only score form restores no unsaved changes, so delete the tab's copy of them.
    draft.takeOffered(!closed);
    return end;
  }, [draft, closed]);

  useEffect(() => {
    const isPending = () => draft.snapshot().unsaved.length > 0;
    function warn(event: BeforeUnloadEvent) {
      if (isPending()) event.preventDefault();
    }
    function again() {
      if (isPending()) void draft.settle();
    }
    window.addEventListener("beforeunload", warn);
    window.addEventListener("online", again);
    return () => {
      window.removeEventListener("beforeunload", warn);
      window.removeEventListener("online", again);
      // When the evaluator opens another page, save at once instead of waiting for a pause in typing.
      again();
    };
  }, [draft]);

  const { note, ...scores } = values;
  const unlessLeft = (change: () => void) => {
    if (!isLeft()) change();
  };
  const flush = async () => (await draft.settle()) && draft.snapshot().unsaved.length === 0;
  return {
    scores,
    note,
    state: conflict ? UNDECIDED : autosave,
    conflict: conflict !== null,
    total: weightedTotal(scores),
    setScore: (criterion: Criterion, score: number | null) =>
      unlessLeft(() => draft.change({ [criterion]: score })),
    writeNote: (text: string) => unlessLeft(() => draft.change({ note: text })),
    /** Keeps the scores for the shown version of the project, after saving pending changes. */
    letStand: async () => {
      if (!isLeft() && (await flush())) await letStand();
    },
    flush,
    /** Resolves the edit conflict: this tab's changes overwrite the other tab's version. */
    keepMine: () => unlessLeft(() => void draft.resolve([])),
    /** Resolves the edit conflict: discards this tab's changes and shows the other tab's version. */
    takeTheirs: () => unlessLeft(() => void draft.resolve(unsaved)),
  };
}
