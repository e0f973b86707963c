"use client";

import { useEffect, useRef } from "react";
import { CRITERIA } from "@/contract/weights";

function placeOf(key: string): number | null {
  if (key === "x" || key === "X") return 10;
  return /^\d$/.test(key) ? Number(key) : null;
}

function radios(criterion: string): NodeListOf<HTMLInputElement> {
  return document.querySelectorAll(`[data-criterion="${criterion}"] input`);
}

/**
 * Keys of the cockpit: J and K go to the next and the previous project; 1–5 go to a criterion;
 * inside a criterion 0–9 and X (ten) give the score and go on to the next criterion.
 */
export function useScoreKeys(actions: { onNext: () => void; onPrevious: () => void }) {
  const latest = useRef(actions);
  latest.current = actions;

  useEffect(() => {
    function press(event: KeyboardEvent) {
      const target = event.target as HTMLElement;
      const isWriting = target.matches("textarea, select, input:not([type=radio])");
      if (isWriting || event.ctrlKey || event.metaKey || event.altKey || target.closest("dialog")) {
        return;
      }
      if (event.key === "j" || event.key === "J") return latest.current.onNext();
      if (event.key === "k" || event.key === "K") return latest.current.onPrevious();
      const place = placeOf(event.key);
      if (place === null) return;
      const here = target.closest<HTMLElement>("[data-criterion]")?.dataset.criterion;
      if (!here) {
        const chosen = CRITERIA[place - 1];
        if (!chosen) return;
        const inputs = radios(chosen.id);
        ([...inputs].find(({ checked }) => checked) ?? inputs[0])?.focus();
        return;
      }
      radios(here)[place]?.click();
      const after = CRITERIA[CRITERIA.findIndex(({ id }) => id === here) + 1];
      if (!after) return;
      const inputs = radios(after.id);
      ([...inputs].find(({ checked }) => checked) ?? inputs[0])?.focus();
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
