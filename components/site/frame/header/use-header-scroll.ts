"use client";

import { useEffect, useState } from "react";

/** Scroll distance in pixels after which the header is solid, and hides while scrolling down. */
const SOLID_LIMIT = 96;
/** Maximum reversal in pixels that counts as finger jitter, not as a change of direction. */
const TREMBLE = 8;
/** After a jump, such as to an anchor, layout changes above can move the page back by up to this many pixels. */
const SETTLE = 64;

/**
 * Returns how far the window is scrolled, in pixels, without overscroll. `<main>` is never a scroll container: browsers
 * restore only the window's position, and keys, anchors, print, and a phone's address bar depend on the window.
 */
function position(): number {
  const end = document.documentElement.scrollHeight - window.innerHeight;
  return Math.max(0, Math.min(window.scrollY, end));
}

/** Returns whether the header is solid, and whether it is hidden. */
export function useHeaderScroll(): { solid: boolean; hidden: boolean } {
  const [solid, setSolid] = useState(false);
  const [down, setDown] = useState(false);

  useEffect(() => {
    let goesDown = false;
    // The furthest point in the current direction. Measured from it, small steps back add up.
    let furthest = position();
    let limit = TREMBLE;
    function onScroll() {
      const now = position();
      const before = furthest;
      furthest = goesDown ? Math.max(furthest, now) : Math.min(furthest, now);
      if (Math.abs(now - furthest) > limit) {
        goesDown = !goesDown;
        furthest = now;
      }
      if (furthest !== before)
        limit = Math.abs(furthest - before) > window.innerHeight ? SETTLE : TREMBLE;
      setSolid(now > SOLID_LIMIT);
      setDown(goesDown);
    }
    onScroll();
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => window.removeEventListener("scroll", onScroll);
  }, []);

  return { solid, hidden: solid && down };
}
