import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** The page's main part takes the focus: it is there on every page. */
export function focusMain(): void {
  document.getElementById("main")?.focus({ preventScroll: true });
}

/**
 * The main part takes the focus once what has it is gone: after an act, what was pressed may go with what is read anew,
 * at once or a while later. Until then, and if the focus moves by itself, nothing happens.
 */
export function focusMainOnceGone(): void {
  const holder = document.activeElement;
  const watch = new MutationObserver(() => {
    if (holder?.isConnected && document.activeElement === holder) return;
    watch.disconnect();
    if (document.activeElement === document.body) focusMain();
  });
  if (holder === document.body) focusMain();
  else watch.observe(document.body, { childList: true, subtree: true });
}

/**
 * For elements that can disappear while in use: when the element of this ref is removed with the focus
 * in it, `heir` passes the focus on, so that neither keyboard nor screen reader users start again at the
 * top of the page. It is handed the element, which is still in its place.
 */
export function useFocusHeir<E extends HTMLElement>(
  heir: (element: E) => void = focusMain,
): RefObject<E | null> {
  const ref = useRef<E>(null);
  const latest = useRef(heir);
  useEffect(() => {
    latest.current = heir;
  });
  // A layout effect is cleaned up before its element leaves the DOM.
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (element?.contains(document.activeElement)) latest.current(element);
    };
  }, []);
  return ref;
}

/** Whether this document has shown a page before: on its first, the browser places the focus. */
let hasArrived = false;

/** After a client navigation, the new page's title takes the focus and is read out. */
export function useArrivalFocus(title: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (hasArrived && document.activeElement === document.body)
      title.current?.focus({ preventScroll: true });
    hasArrived = true;
  }, [title]);
}
