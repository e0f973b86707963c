"use client";

import { useEffectEvent, useLayoutEffect } from "react";
import { CRITERIA, type Criterion, type Scores } from "@/contract/evaluation/weights";
import type { ScoreVotes } from "../use-score-votes";
import { actionOf } from "./score-shortcuts";

/**
 * Elements that handle letters and digits themselves: text fields and selects. The video player is not one of them, so
 * evaluators can give scores with keys while they watch.
 */
const KEEPS_ITS_KEYS = "textarea, select, [contenteditable], input:not([type=radio])";

/** Actions that leave the project without changing the score form. */
const GOES_ON = new Set(["next", "previous", "saveAndNext"]);

function rowOf(criterion: Criterion): HTMLElement | null {
  return document.querySelector(`[data-criterion="${criterion}"]`);
}

function criterionAt(target: Element): Criterion | null {
  const row = target.closest<HTMLElement>("[data-criterion]");
  return CRITERIA.find(({ id }) => id === row?.dataset.criterion)?.id ?? null;
}

/**
 * Reports whether a key press is not a shortcut of the evaluation workspace. Text input, a press in a dialog, a key
 * with a modifier, and a held key are no shortcuts.
 */
function isElsewhere(event: KeyboardEvent): boolean {
  const target = event.target as Element;
  const isModified =
    event.ctrlKey || event.metaKey || event.altKey || event.getModifierState("AltGraph");
  // Some keyboards need Shift for digits. A letter with Shift is not a shortcut.
  const isShiftedLetter = event.shiftKey && /^\p{L}$/u.test(event.key);
  return (
    event.defaultPrevented ||
    event.isComposing ||
    isModified ||
    isShiftedLetter ||
    (event.repeat && event.key.length === 1) ||
    target.matches(KEEPS_ITS_KEYS) ||
    target.closest("dialog") !== null ||
    // In full screen, the score form is not visible, so keys must not change it.
    Boolean(document.fullscreenElement)
  );
}

/**
 * Handles the keyboard shortcuts of the evaluation workspace (`actionOf`). A criterion selected by a key also gets the
 * focus.
 */
export function useScoreShortcuts({
  on,
  ...actions
}: {
  on: boolean;
  writable: boolean;
  scores: Scores;
  votes: ScoreVotes;
  /**
   * Reports whether a key press belongs to this score form, and not to the previous project's form or to a time when
   * this form was locked.
   */
  accepts: (event: KeyboardEvent) => boolean;
  onNext: () => void;
  onPrevious: () => void;
  onSaveAndNext: () => void;
}) {
  const latest = useEffectEvent(() => actions);

  // A layout effect runs in the same commit that shows or removes the form, so that no key reaches an invisible form.
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
      // Prevents the default action of the arrow keys, which would give a score in a row of radio buttons.
      event.preventDefault();
      // A key pressed between two projects belongs to no project. The form reports the key and gives no score.
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
