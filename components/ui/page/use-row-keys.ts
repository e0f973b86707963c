"use client";

import { type KeyboardEvent, useCallback, useEffect } from "react";
import { isTyping } from "../is-typing";
import { focusMain, useFocusHeir } from "../overlays/focus";

/**
 * `ROW` is the attribute of a list row with keyboard navigation; its value is the row's id. `LIST` is the attribute of
 * the list that contains the rows.
 */
export const ROW = "data-row";
const LIST = "data-rows";

/**
 * Returns the props of a list row with keyboard navigation. When an action removes the focused row, the next row gets
 * the focus.
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
 * Returns the props of a list with keyboard navigation. `j` and `k` move between rows, and enter the list from anywhere
 * outside a field. In the list, `x` selects, Shift+`x` selects up to the row, Enter opens, and the keys in `letters`
 * open dialogs. If the whole list disappears, the page gets the focus.
 *
 * @param on whether single-letter shortcuts are on, which users can turn off
 */
export function useRowKeys<E extends HTMLElement = HTMLDivElement>(
  on: boolean,
  action: {
    toggle?: (id: string) => void;
    upTo?: (id: string) => void;
    open?: (id: string) => void;
    /** The action of each letter key. Each function receives the id of the focused row. */
    letters?: Readonly<Record<string, (id: string | null) => void>>;
  },
) {
  const ref = useFocusHeir<E>();
  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const at = event.target as Element;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (at.closest("input:not([type=checkbox]), textarea, select, dialog")) return;
      // While the next rows load, the keys can move between the previous rows, but cannot select or open them.
      const isOld = event.currentTarget.querySelector("[aria-busy=true]") !== null;
      const row = at.closest(`[${ROW}]`);
      const id = row?.getAttribute(ROW) ?? null;
      const key = event.key.toLowerCase();
      if (key === "enter") {
        if (row === at && id && action.open && !isOld) action.open(id);
        return;
      }
      if (!on) return;
      const way = WAYS[key] ?? 0;
      if (way !== 0) step(event.currentTarget, row, way);
      else if (isOld) return;
      else if (key === "x" && id) (event.shiftKey ? action.upTo : action.toggle)?.(id);
      else if (action.letters?.[key]) action.letters[key](id);
      else return;
      event.preventDefault();
    },
    [on, action],
  );
  // If the focus is outside any list, `j`, `k` and `x` move the focus to the page's first list.
  useEffect(() => {
    if (!on) return;
    const enter = (event: globalThis.KeyboardEvent) => {
      const list = document.querySelector<HTMLElement>(`[${LIST}]`);
      const key = event.key.toLowerCase();
      const isOurs = key === "x" || key in WAYS;
      if (!list || list !== ref.current || !isOurs || isTyping(event)) return;
      if (event.target instanceof Element && event.target.closest(`[${LIST}]`)) return;
      step(list, null, WAYS[key] ?? 1);
      event.preventDefault();
    };
    document.addEventListener("keydown", enter);
    return () => document.removeEventListener("keydown", enter);
  }, [on, ref]);
  return { ref, onKeyDown, [LIST]: "" };
}

const WAYS: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1 };

/** Moves the focus to the next or previous list row. Without a focused row, focuses the first or last row. */
function step(list: Element, row: Element | null, way: 1 | -1): void {
  const rows = [...list.querySelectorAll<HTMLElement>(`[${ROW}]`)];
  const index = row ? rows.indexOf(row as HTMLElement) + way : way > 0 ? 0 : rows.length - 1;
  rows[Math.min(Math.max(index, 0), rows.length - 1)]?.focus();
}
