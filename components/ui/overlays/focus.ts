import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** Focuses the main part of the page, which every page has. */
export function focusMain(): void {
  document.getElementById("main")?.focus({ preventScroll: true });
}

/**
 * Focuses the main part of the page when the focused element is removed. After an action, a refetch can remove the
 * pressed button, at once or later. Does nothing if the focus moves to another element first.
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
 * Moves the focus to another element when an element that contains the focus is removed. Otherwise keyboard and screen
 * reader users would start at the top of the page. `heir` receives the removed element, which is still in the DOM, and
 * moves the focus.
 */
export function useFocusHeir<E extends HTMLElement>(
  heir: (element: E) => void = focusMain,
): RefObject<E | null> {
  const ref = useRef<E>(null);
  const latest = useRef(heir);
  useEffect(() => {
    latest.current = heir;
  });
  // React runs the cleanup of a layout effect before the element leaves the DOM, so the element can still contain the
  // focus.
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (element?.contains(document.activeElement)) latest.current(element);
    };
  }, []);
  return ref;
}

/**
 * Whether a first page was shown since the browser loaded the document. On the first page, the browser places the
 * focus.
 */
let hasArrived = false;

/** Focuses a page's title after a client navigation, so that screen readers read the title. */
export function useArrivalFocus(title: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (hasArrived && document.activeElement === document.body)
      title.current?.focus({ preventScroll: true });
    hasArrived = true;
  }, [title]);
}

/**
 * Makes an area that scrolls reachable by keyboard while it has more content than fits. Some browsers scroll an area by
 * keyboard only if it has the focus.
 */
export function useScrollFocus<E extends HTMLElement>(): RefObject<E | null> {
  const area = useRef<E>(null);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const measure = () => {
      if (element.scrollHeight > element.clientHeight + 1) element.tabIndex = 0;
      else element.removeAttribute("tabindex");
    };
    // The area's size changes with the window, and its content also changes within a limited size.
    const sizes = new ResizeObserver(measure);
    const content = new MutationObserver(measure);
    sizes.observe(element);
    content.observe(element, { childList: true, characterData: true, subtree: true });
    return () => {
      sizes.disconnect();
      content.disconnect();
    };
  }, []);
  return area;
}
