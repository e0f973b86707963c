"use client";

import { useEffect, useRef } from "react";
import { CRITERIA } from "@/contract/weights";

function placeOf(key: string): number | null {
  if (key === "x") return 10;
  return /^\d$/.test(key) ? Number(key) : null;
}

function radios(criterion: string): NodeListOf<HTMLInputElement> {
  return document.querySelectorAll(`[data-criterion="${criterion}"] input`);
}

/** Puts the focus on a criterion's given score, or on its first place. */
function focusOn(criterion: string | undefined): void {
  if (!criterion) return;
  const inputs = [...radios(criterion)];
  (inputs.find(({ checked }) => checked) ?? inputs[0])?.focus();
}

/**
 * Keys of the cockpit: J and K go to the next and the previous project, N to the one the server
 * offers; 1–5 go to a criterion; inside a criterion 0–9 and X (ten) give the score and go on to the
 * next criterion, Escape leaves it.
 */
export function useScoreKeys(actions: {
  onNext: () => void;
  onPrevious: () => void;
  onSaveAndNext: () => void;
}) {
  const latest = useRef(actions);
  latest.current = actions;

  useEffect(() => {
    function press(event: KeyboardEvent) {
      const target = event.target as HTMLElement;
      const isWriting = target.matches("textarea, select, input:not([type=radio])");
      if (isWriting || event.ctrlKey || event.metaKey || event.altKey || target.closest("dialog")) {
        return;
      }
      const key = event.key.toLowerCase();
      if (key === "j") return latest.current.onNext();
      if (key === "k") return latest.current.onPrevious();
      if (key === "n") return latest.current.onSaveAndNext();
      const here = target.closest<HTMLElement>("[data-criterion]")?.dataset.criterion;
      if (key === "escape" && here) return target.blur();
      const place = placeOf(key);
      if (place === null) return;
      if (!here) return focusOn(CRITERIA[place - 1]?.id);
      radios(here)[place]?.click();
      focusOn(CRITERIA[CRITERIA.findIndex(({ id }) => id === here) + 1]?.id);
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
