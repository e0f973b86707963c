"use client";

import { useEffect, useState } from "react";

/** Past this many pixels the header turns solid, and hides on the way down. */
const SOLID_LIMIT = 96;
/** Less than this is a trembling finger, not a direction. */
const TREMBLE = 6;
/** From here up the position is the main area's, below it the window's (specification part 9). */
const WIDE = "(min-width: 1024px)";

/** How far the reader has come: the main area's position on wide screens, the window's below. */
function position(): number {
  const main = window.matchMedia(WIDE).matches ? document.querySelector("main") : null;
  return main ? -main.getBoundingClientRect().top : window.scrollY;
}

/** Whether the header is solid, and whether it is out of the way. */
export function useHeaderScroll(): { solid: boolean; hidden: boolean } {
  const [state, setState] = useState({ solid: false, hidden: false });

  useEffect(() => {
    let last = position();
    function onScroll() {
      const now = position();
      const solid = now > SOLID_LIMIT;
      const moved = Math.abs(now - last) > TREMBLE;
      setState((before) => {
        const hidden = solid && (moved ? now > last : before.hidden);
        return before.solid === solid && before.hidden === hidden ? before : { solid, hidden };
      });
      if (moved) last = now;
    }
    onScroll();
    // Capture: scrolling of an inner area does not bubble.
    window.addEventListener("scroll", onScroll, { passive: true, capture: true });
    return () => window.removeEventListener("scroll", onScroll, { capture: true });
  }, []);

  return state;
}
