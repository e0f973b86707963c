import { type RefObject, useEffect, useState } from "react";

/** Reports whether the user points at a part of the page or has the focus in it, so that nothing in it must move. */
export function useBusy(part: RefObject<HTMLElement | null>): boolean {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  useEffect(() => {
    const element = part.current;
    if (!element) return;
    const over = new AbortController();
    const listen = (event: string, then: () => void) =>
      element.addEventListener(event, then, { signal: over.signal });
    listen("pointerenter", () => setPointed(true));
    listen("pointerleave", () => setPointed(false));
    listen("focusin", () => setFocused(true));
    listen("focusout", () => setFocused(false));
    return () => over.abort();
  }, [part]);
  return pointed || focused;
}
