"use client";

import { useState } from "react";
import type { Criterion, Scores } from "@/contract/evaluation/weights";
import { undoableVote, type Vote } from "./keys/score-keys";

/** What happened last on the sheet, to be said in its line. */
type Said =
  | { kind: "voted" | "undone"; vote: Vote }
  | { kind: "stray"; criterion: Criterion | null }
  /** Keys pressed between two projects: they gave no score to either. */
  | { kind: "missed"; count: number }
  | { kind: "nothing" };

let missed = 0;

/** Keys that no sheet took since the last one began to be left; the next sheet shows the count. */
export const missedKeys = {
  count: () => missed,
  reset() {
    missed = 0;
  },
};

/**
 * Scores as they are given by hand: which criterion is lit, what was said, what can be taken back.
 *
 * @param before what was given at the last visit, which can still be undone
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
    /** The scores before the first change of this visit; null without one. */
    start,
    light: setLit,
    /** Gives a score and puts the light out: what is typed next is not a second answer. */
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
    /** Says that a digit had no criterion, and lights the one that is to be scored first. */
    stray(criterion: Criterion | null) {
      setLit(criterion);
      setSaid({ kind: "stray", criterion });
    },
    /** Says that a key came between two projects. */
    miss() {
      missed += 1;
      setLit(null);
      setSaid({ kind: "missed", count: missed });
    },
  };
}

export type ScoreVotes = ReturnType<typeof useScoreVotes>;
