"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useEffect, useRef, useState } from "react";
import {
  type Evaluation,
  evaluationSchema,
  type ProjectForEvaluation,
} from "@/contract/evaluation-schemas";
import { saveEvaluation } from "@/contract/evaluations";
import { type Criterion, NO_SCORES, type Scores, weightedTotal } from "@/contract/weights";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import { EVALUATION_KEY, projectForEvaluationQuery } from "@/lib/api/evaluation-query";
import { meQuery } from "@/lib/api/query";
import { type Autosave, type AutosaveState, createAutosave } from "@/lib/autosave";
import { readSheetCopy, type SheetCopy, writeSheetCopy } from "./sheet-copy";

type Change = SheetCopy["change"];

function merge(older: Change, newer: Change): Change {
  return { ...older, ...newer, scores: { ...older.scores, ...newer.scores } };
}

/** What another tab has stored, when a save was refused because of it. */
function currentOf(error: ApiError): Evaluation | null {
  const parsed = evaluationSchema.safeParse(error.current);
  return error.code === "version_conflict" && parsed.success ? parsed.data : null;
}

/** Whether what is stored already says all of a change: its answer was lost, not the change. */
function holds({ scores, note }: Evaluation, change: Change): boolean {
  const given = Object.entries(change.scores ?? {}) as [Criterion, number | null][];
  const same = given.every(([criterion, score]) => scores[criterion] === score);
  return same && (change.note === undefined || change.note.trim() === note.trim());
}

/**
 * The score sheet of one project: what is shown, how much of it is saved, and what another tab has
 * changed meanwhile (`conflict`), which is never overwritten without a choice. What did not reach
 * the server stays in the tab and comes back after a reload.
 */
export function useScoreSheet({ id, evaluation, closed }: ProjectForEvaluation) {
  const locale = useLocale();
  const client = useQueryClient();
  const { data: user } = useQuery(meQuery(locale));
  const userId = user?.id;
  const [scores, setScores] = useState<Scores>(evaluation?.scores ?? NO_SCORES);
  const [note, setNote] = useState(evaluation?.note ?? "");
  const [outdated, setOutdated] = useState(evaluation?.outdated ?? false);
  const [state, setState] = useState<AutosaveState>({ kind: "idle" });
  const [conflict, setConflict] = useState<Evaluation | null>(null);
  const version = useRef(evaluation?.version ?? 0);
  const autosave = useRef<Autosave<Change>>(undefined);
  const looked = useRef(false);

  function remember() {
    const change = autosave.current?.pending() ?? null;
    if (userId) {
      writeSheetCopy(userId, id, change && { version: version.current, change });
    }
  }
  const latest = useRef(remember);
  latest.current = remember;

  autosave.current ??= createAutosave<Change>({
    merge,
    onState(next) {
      setState(next);
      latest.current();
    },
    async save(change) {
      try {
        const stored = await call(saveEvaluation, {
          locale,
          params: { id },
          body: change,
          headers: { "If-Match": String(version.current) },
        });
        keep(stored);
      } catch (cause) {
        const current = cause instanceof ApiError ? currentOf(cause) : null;
        if (current && holds(current, change)) return keep(current);
        setConflict(current);
        throw cause;
      }
    },
  });

  function keep(stored: Evaluation) {
    version.current = stored.version;
    setOutdated(stored.outdated);
    client.setQueryData(projectForEvaluationQuery(locale, id).queryKey, (shown) =>
      shown ? { ...shown, evaluation: stored } : shown,
    );
    client.invalidateQueries({ queryKey: [...EVALUATION_KEY, "list"] });
  }

  function change(next: Change) {
    if (next.scores) setScores((before) => ({ ...before, ...next.scores }));
    if (next.note !== undefined) setNote(next.note);
    autosave.current?.change(next);
    latest.current();
  }
  const changeNow = useRef(change);
  changeNow.current = change;

  useEffect(() => {
    if (!userId || looked.current) return;
    looked.current = true;
    const copy = readSheetCopy(userId, id);
    if (!copy) return;
    if (closed) return writeSheetCopy(userId, id, null);
    // Saved on the version it was made on: had another tab gone on, that is a conflict to decide.
    version.current = copy.version;
    changeNow.current(copy.change);
  }, [userId, id, closed]);

  useEffect(() => {
    const current = autosave.current;
    function warn(event: BeforeUnloadEvent) {
      if (current?.pending()) event.preventDefault();
    }
    function again() {
      if (current?.pending()) void current.flush();
    }
    window.addEventListener("beforeunload", warn);
    window.addEventListener("online", again);
    return () => {
      window.removeEventListener("beforeunload", warn);
      window.removeEventListener("online", again);
      // Leaving inside the site does not wait for the pause.
      if (current?.pending()) void current.flush();
    };
  }, []);

  return {
    scores,
    note,
    outdated,
    state,
    conflict,
    total: weightedTotal(scores),
    setScore: (criterion: Criterion, score: number | null) =>
      change({ scores: { [criterion]: score } }),
    writeNote: (text: string) => change({ note: text }),
    flush: () => autosave.current?.flush() ?? Promise.resolve(true),
    /** Saves what is written here over the other tab's version. */
    keepMine() {
      if (!conflict) return;
      version.current = conflict.version;
      setConflict(null);
      void autosave.current?.flush();
    },
    /** Shows what the other tab has saved and forgets what is written here. */
    takeTheirs() {
      if (!conflict) return;
      autosave.current?.discard();
      setScores(conflict.scores);
      setNote(conflict.note);
      keep(conflict);
      setConflict(null);
      setState({ kind: "idle" });
      latest.current();
    },
  };
}
