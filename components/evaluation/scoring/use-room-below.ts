"use client";

import { type RefObject, useEffect } from "react";

/**
 * Sets the CSS variable `--above`: the visible height of the header and of the workspace's bar. The
 * score form uses the rest of the window.
 */
export function useRoomBelow(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let frame = 0;
    function measure() {
      frame = 0;
      const top = element.current?.getBoundingClientRect().top ?? 0;
      element.current?.style.setProperty("--above", `${Math.max(0, top)}px`);
    }
    function soon() {
      frame ||= requestAnimationFrame(measure);
    }
    measure();
    window.addEventListener("scroll", soon, { passive: true });
    window.addEventListener("resize", soon);
    // Observe the whole page and not the panel of the score form: if a banner appears or a line wraps above the panel,
    // the panel moves without changing its size.
    const around = new ResizeObserver(soon);
    around.observe(document.body);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("scroll", soon);
      window.removeEventListener("resize", soon);
      around.disconnect();
    };
  }, [element]);
}
