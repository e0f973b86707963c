"use client";

import { type KeyboardEvent, useCallback } from "react";
import { focusMain, useFocusHeir } from "@/components/ui/overlays/focus";
import { useKeysOn } from "@/lib/browser/use-keys-on";

/** What a row that has keys is marked with: its id. */
export const ROW = "data-row";

/**
 * What makes an element a row that keys lead to; spread it. When an act takes the row away, from under what has the focus, the
 * row that comes in its place gets it.
 */
export function useRow<E extends HTMLElement = HTMLTableRowElement>(id: string) {
  return { ref: useFocusHeir<E>(passOn), [ROW]: id, tabIndex: -1 };
}

function passOn(row: HTMLElement): void {
  const rows = [...(row.parentElement?.querySelectorAll<HTMLElement>(`[${ROW}]`) ?? [])];
  const at = rows.indexOf(row);
  const heir = rows[at + 1] ?? rows[at - 1];
  if (heir) heir.focus({ preventScroll: true });
  else focusMain();
}

/**
 * Keys of a list, while the focus is in it: `j` and `k` move from row to row, `x` chooses, Shift+`x` up to there, Enter opens, and letters of
 * the list's own open their dialogs. Single letters can be switched off. Spread the answer on the list: when it goes as a whole,
 * the page keeps the focus.
 */
export function useRowKeys<E extends HTMLElement = HTMLDivElement>(act: {
  toggle?: (id: string) => void;
  upTo?: (id: string) => void;
  open?: (id: string) => void;
  /** Letter → what it opens, for the row that has the focus. */
  letters?: Readonly<Record<string, (id: string | null) => void>>;
}) {
  const [on] = useKeysOn();
  const ref = useFocusHeir<E>();
  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const at = event.target as Element;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (at.closest("input:not([type=checkbox]), textarea, select, dialog")) return;
      // The rows of the list before are still shown: only moving is about what is on the screen.
      const isOld = event.currentTarget.querySelector("[aria-busy=true]") !== null;
      const row = at.closest(`[${ROW}]`);
      const id = row?.getAttribute(ROW) ?? null;
      const key = event.key.toLowerCase();
      if (key === "enter") {
        if (row === at && id && act.open && !isOld) act.open(id);
        return;
      }
      if (!on) return;
      const way = key === "j" ? 1 : key === "k" ? -1 : 0;
      if (way !== 0) {
        const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(`[${ROW}]`)];
        const index = row ? rows.indexOf(row as HTMLElement) + way : way > 0 ? 0 : rows.length - 1;
        rows[Math.min(Math.max(index, 0), rows.length - 1)]?.focus();
      } else if (isOld) return;
      else if (key === "x" && id) (event.shiftKey ? act.upTo : act.toggle)?.(id);
      else if (act.letters?.[key]) act.letters[key](id);
      else return;
      event.preventDefault();
    },
    [on, act],
  );
  return { ref, onKeyDown };
}
