"use client";

import { useEffectEvent, useLayoutEffect } from "react";
import { CRITERIA, type Criterion, type Scores } from "@/contract/evaluation/weights";
import type { ScoreVotes } from "../use-score-votes";
import { actionOf } from "./score-keys";

/** Where a key is a character, or the player's own. */
const KEEPS_ITS_KEYS = "textarea, select, video, [contenteditable], input:not([type=radio])";

/** The keys that change nothing on the sheet. */
const GOES_ON = new Set(["next", "previous", "saveAndNext"]);

function rowOf(criterion: Criterion): HTMLElement | null {
  return document.querySelector(`[data-criterion="${criterion}"]`);
}

function criterionAt(target: Element): Criterion | null {
  const row = target.closest<HTMLElement>("[data-criterion]");
  return CRITERIA.find(({ id }) => id === row?.dataset.criterion)?.id ?? null;
}

/** Whether a key press is not ours: text, a dialog, a shortcut, a key held down. */
function isElsewhere(event: KeyboardEvent): boolean {
  const target = event.target as Element;
  const isModified =
    event.ctrlKey || event.metaKey || event.altKey || event.getModifierState("AltGraph");
  // Some keyboards have their digits behind the Shift key; a letter with it is not one of our keys.
  const isShiftedLetter = event.shiftKey && /^\p{L}$/u.test(event.key);
  return (
    event.defaultPrevented ||
    event.isComposing ||
    isModified ||
    isShiftedLetter ||
    (event.repeat && event.key.length === 1) ||
    target.matches(KEEPS_ITS_KEYS) ||
    target.closest("dialog") !== null ||
    // In full screen nobody sees what a key would do here.
    Boolean(document.fullscreenElement)
  );
}

/** The cockpit's keys, as `actionOf` reads them; where the light goes, the focus goes too. */
export function useScoreKeys({
  on,
  ...actions
}: {
  on: boolean;
  writable: boolean;
  scores: Scores;
  votes: ScoreVotes;
  /** Whether a key press is meant for this sheet: not while it is being left or opened. */
  accepts: (event: KeyboardEvent) => boolean;
  onNext: () => void;
  onPrevious: () => void;
  onSaveAndNext: () => void;
}) {
  const latest = useEffectEvent(() => actions);

  // As part of the commit that shows or removes the sheet: no key reaches one that is not on the screen.
  useLayoutEffect(() => {
    if (!on) return;
    function press(event: KeyboardEvent) {
      if (isElsewhere(event)) return;
      const { votes, scores, writable, accepts, ...ways } = latest();
      const target = event.target as HTMLElement;
      const focused = criterionAt(target);
      const action = actionOf(event.key.toLowerCase(), {
        lit: votes.lit,
        focused,
        scores,
        writable,
      });
      if (!action) return;
      // Above all the arrows: in a row of radio buttons they would give a score.
      event.preventDefault();
      // Never guessed: a key pressed between two projects belongs to neither, and the sheet says so.
      if (!accepts(event)) return GOES_ON.has(action.kind) ? undefined : votes.miss();
      switch (action.kind) {
        case "next":
          return ways.onNext();
        case "previous":
          return ways.onPrevious();
        case "saveAndNext":
          return ways.onSaveAndNext();
        case "leave":
          votes.light(null);
          return target.blur();
        case "undo":
          return votes.undo();
        case "light":
          votes.light(action.criterion);
          return rowOf(action.criterion)?.focus();
        case "stray":
          votes.stray(action.criterion);
          return action.criterion ? rowOf(action.criterion)?.focus() : undefined;
        case "vote": {
          votes.vote(action.criterion, action.score);
          const places = rowOf(action.criterion)?.querySelectorAll("input");
          return places?.[action.score]?.focus();
        }
      }
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [on]);
}
