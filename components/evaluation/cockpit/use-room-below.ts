"use client";

import { type RefObject, useEffect } from "react";

/**
 * Tells an element, as `--above`, how much of the window lies over it: the header and the bar, as much
 * of them as is still in view. What is left is the sheet's.
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
    // A banner or a wrapped line above moves it too.
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
