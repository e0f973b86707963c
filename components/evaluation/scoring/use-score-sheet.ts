"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useEffect, useState } from "react";
import { useSnapshot } from "@/components/ui/use-snapshot";
import {
  evaluationSchema,
  type ProjectForEvaluation,
} from "@/contract/evaluation/evaluation-schemas";
import { saveEvaluation } from "@/contract/evaluation/evaluations";
import { type Criterion, weightedTotal } from "@/contract/evaluation/weights";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import { EVALUATION_KEY, projectForEvaluationQuery } from "@/lib/api/evaluation-query";
import type { AutosaveState } from "@/lib/browser/autosave";
import { heldIn, inTime, type Server } from "@/lib/draft/server";
import {
  bodyOf,
  SHEET_FORM,
  type SheetValues,
  withStored,
  wordOfSheet,
} from "@/lib/draft/sheet-form";
import { createDraft } from "@/lib/draft/store";
import { openTabCopies } from "@/lib/draft/tab-copy";

/** The back end as a score sheet's draft sees it; the query cache holds what it said last. */
function sheetServer(
  client: QueryClient,
  locale: string,
  evaluated: ProjectForEvaluation,
): Server<SheetValues> & { letStand: () => Promise<void> } {
  const params = { id: evaluated.id };
  const query = projectForEvaluationQuery(locale, params.id);
  const held = heldIn(client, query, wordOfSheet, evaluated);
  return {
    ...held,
    async send(values, { version }) {
      const headers = { "If-Match": String(version) };
      const known = held.answer();
      const body = bodyOf(values, known);
      const request = { locale, params, headers, body };
      const stored = await inTime((signal) => call(saveEvaluation, { ...request, signal }));
      const word = held.put((known) => withStored(known, stored));
      // Sent again since this page was opened: what is on it is no longer what there is to judge.
      if (stored.outdated && (body.read !== undefined || !known.sent_again)) {
        void client.invalidateQueries({ queryKey: query.queryKey });
      }
      return word;
    },
    /** Says that the scores are about the version shown, whatever they were about before. */
    async letStand() {
      const body = { read: held.answer().number };
      const stored = await inTime((signal) =>
        call(saveEvaluation, { locale, params, body, signal }),
      );
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

/** With an open question nothing counts as saved. */
const UNDECIDED: AutosaveState = {
  kind: "failed",
  error: new ApiError("version_conflict", 412),
  retryAt: null,
};

/**
 * The score sheet of one project: what is shown, how much of it is saved, and whether another tab has
 * changed it meanwhile (`conflict`), which is never overwritten without a choice. What did not reach
 * the server stays in the tab and comes back after a reload.
 *
 * @param isLeft whether the sheet is being left: nothing changes it from then on
 */
export function useScoreSheet(
  evaluated: ProjectForEvaluation,
  userId: string,
  isLeft: () => boolean = () => false,
) {
  const { closed } = evaluated;
  const locale = useLocale();
  const client = useQueryClient();
  const [{ draft, letStand }] = useState(() => {
    const copy = openTabCopies<SheetValues>(userId, `evaluation.${evaluated.id}`);
    const server = sheetServer(client, locale, evaluated);
    function onSaved() {
      // Whoever saves is signed in, perhaps again.
      copy.resume();
      client.invalidateQueries({ queryKey: [...EVALUATION_KEY, "list"] });
    }
    return {
      draft: createDraft(SHEET_FORM, { server, copy, onSaved }),
      async letStand() {
        await server.letStand();
        onSaved();
      },
    };
  });
  const { values, unsaved, autosave, conflict } = useSnapshot(draft);

  useEffect(() => {
    const end = draft.start();
    // A closed sheet restores nothing, and what it kept is no longer of use.
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
      // Leaving within the site does not wait for the debounce.
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
    /** Lets the scores stand for the version shown; what is being written is saved first. */
    letStand: async () => {
      if (!isLeft() && (await flush())) await letStand();
    },
    flush,
    /** Saves what is written here over the other tab's version. */
    keepMine: () => unlessLeft(() => void draft.resolve([])),
    /** Shows what the other tab has saved and forgets what is written here. */
    takeTheirs: () => unlessLeft(() => void draft.resolve(unsaved)),
  };
}
