import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** The page's main part takes the focus: it is there on every page. */
export function focusMain(): void {
  document.getElementById("main")?.focus({ preventScroll: true });
}

/**
 * For what can go away under somebody's hands: when the element of this ref is removed with the focus
 * in it, `heir` gives the focus on, so that neither a keyboard nor a screen reader starts anew at the
 * top of the page.
 */
export function useFocusHeir<E extends HTMLElement>(
  heir: () => void = focusMain,
): RefObject<E | null> {
  const ref = useRef<E>(null);
  const latest = useRef(heir);
  useEffect(() => {
    latest.current = heir;
  });
  // A layout effect ends before its element leaves the page.
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (element?.contains(document.activeElement)) latest.current();
    };
  }, []);
  return ref;
}

/** Whether this document has shown a page before: its first one begins where the browser begins. */
let hasArrived = false;

/** After going from page to page without a load, the new page's title takes the focus and is read out. */
export function useArrivalFocus(title: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (hasArrived && document.activeElement === document.body)
      title.current?.focus({ preventScroll: true });
    hasArrived = true;
  }, [title]);
}
