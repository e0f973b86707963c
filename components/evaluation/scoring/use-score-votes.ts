"use client";

import { useState } from "react";
import type { Criterion, Scores } from "@/contract/evaluation/weights";
import { undoableVote, type Vote } from "./keys/score-keys";

/** What happened last on the sheet, to be said in its line. */
type Said =
  | { kind: "voted" | "undone"; vote: Vote }
  | { kind: "stray"; criterion: Criterion | null }
  | { kind: "nothing" };

/** Scores as they are given by hand: which criterion is lit, what was said, what can be taken back. */
export function useScoreVotes({
  scores,
  setScore,
}: {
  scores: Scores;
  setScore: (criterion: Criterion, score: number | null) => void;
}) {
  const [lit, setLit] = useState<Criterion | null>(null);
  const [said, setSaid] = useState<Said | null>(null);
  const [votes, setVotes] = useState<readonly Vote[]>([]);
  const undoable = undoableVote(votes, scores);

  return {
    lit,
    said,
    undoable,
    light: setLit,
    /** Gives a score and puts the light out: what is typed next is not a second answer. */
    vote(criterion: Criterion, to: number) {
      const given: Vote = { criterion, from: scores[criterion], to };
      setLit(null);
      setSaid({ kind: "voted", vote: given });
      if (given.from === to) return;
      setVotes((before) => [...before, given]);
      setScore(criterion, to);
    },
    undo() {
      setLit(null);
      if (!undoable) return setSaid({ kind: "nothing" });
      const { criterion, from, to } = undoable;
      setSaid({ kind: "undone", vote: { criterion, from: to, to: from } });
      setVotes((before) => before.slice(0, -1));
      setScore(criterion, from);
    },
    /** Says that a digit had no criterion, and lights the one that is to be scored first. */
    stray(criterion: Criterion | null) {
      setLit(criterion);
      setSaid({ kind: "stray", criterion });
    },
  };
}

export type ScoreVotes = ReturnType<typeof useScoreVotes>;
