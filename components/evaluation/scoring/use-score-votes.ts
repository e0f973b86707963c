"use client";

import { useState } from "react";
import type { Criterion, Scores } from "@/contract/evaluation/weights";
import { undoableVote, type Vote } from "./shortcuts/score-shortcuts";

/** The last event that the message line of the score form shows. */
type Said =
  | { kind: "voted" | "undone"; vote: Vote }
  | { kind: "stray"; criterion: Criterion | null }
  /** The evaluator pressed keys between two projects. These keys gave no score. */
  | { kind: "missed"; count: number }
  | { kind: "nothing" };

let missed = 0;

/**
 * Number of keys that the evaluator pressed between two projects and that no score form accepted. The next score form
 * shows the number.
 */
export const missedKeys = {
  count: () => missed,
  reset() {
    missed = 0;
  },
};

/**
 * Manages the scores that the evaluator gives: the selected criterion, the last message, and the scores that can be
 * undone.
 *
 * @param before the scores given in the last visit to the project, which can still be undone
 */
export function useScoreVotes(
  {
    scores,
    setScore,
  }: {
    scores: Scores;
    setScore: (criterion: Criterion, score: number | null) => void;
  },
  before: readonly Vote[] = [],
) {
  const [lit, setLit] = useState<Criterion | null>(null);
  const [said, setSaid] = useState<Said | null>(() =>
    missed > 0 ? { kind: "missed", count: missed } : null,
  );
  const [votes, setVotes] = useState(before);
  const [start, setStart] = useState<Scores | null>(null);
  const undoable = undoableVote(votes, scores);

  return {
    lit,
    said,
    undoable,
    given: votes,
    /** The scores before the first change in this visit to the project; null if nothing changed. */
    start,
    light: setLit,
    /** Gives a score and clears the selected criterion, so that the next digit gives no second score. */
    vote(criterion: Criterion, to: number) {
      const given: Vote = { criterion, from: scores[criterion], to };
      setLit(null);
      setSaid({ kind: "voted", vote: given });
      if (given.from === to) return;
      setStart((known) => known ?? scores);
      setVotes((before) => [...before, given]);
      setScore(criterion, to);
    },
    undo() {
      setLit(null);
      if (!undoable) return setSaid({ kind: "nothing" });
      const { criterion, from, to } = undoable;
      setSaid({ kind: "undone", vote: { criterion, from: to, to: from } });
      setStart((known) => known ?? scores);
      setVotes((before) => before.slice(0, -1));
      setScore(criterion, from);
    },
    /** Reports that a digit was pressed without a selected criterion, and selects the first unscored criterion. */
    stray(criterion: Criterion | null) {
      setLit(criterion);
      setSaid({ kind: "stray", criterion });
    },
    /** Counts a key pressed between two projects, and reports that it gave no score. */
    miss() {
      missed += 1;
      setLit(null);
      setSaid({ kind: "missed", count: missed });
    },
  };
}

export type ScoreVotes = ReturnType<typeof useScoreVotes>;
