"use client";

import { type RefObject, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";

/** Scroll distance in pixels after which the header is solid, and hides while scrolling down. */
const SOLID_LIMIT = 96;
/** Maximum reversal in pixels that counts as finger jitter, not as a change of direction. */
const TREMBLE = 8;
/** After a jump, such as to an anchor, layout changes above can move the page back by up to this many pixels. */
const SETTLE = 64;
/** Milliseconds after a page change in which a scroll is the browser's, which restores the position of a visited page. */
const ARRIVAL = 500;

/**
 * Returns how far the window is scrolled, in pixels, without overscroll. `<main>` is never a scroll container: browsers
 * restore only the window's position, and keys, anchors, print, and a phone's address bar depend on the window.
 */
function position(): number {
  const end = document.documentElement.scrollHeight - innerHeight;
  return Math.max(0, Math.min(scrollY, end));
}

/**
 * Returns whether the header is solid, and whether it is hidden. Another page starts with a visible header, in its first
 * frame.
 *
 * @param pathname the page; another page is another start
 */
export function useHeaderScroll(pathname: string, header: RefObject<HTMLElement | null>) {
  const [solid, setSolid] = useState(false);
  const [down, setDown] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another start
  useLayoutEffect(() => {
    let goesDown = false;
    // The furthest point in the current direction. Measured from it, small steps back add up.
    let furthest = position();
    let limit = TREMBLE;
    function show(now: number) {
      setSolid(now > SOLID_LIMIT);
      setDown(goesDown);
    }
    /** Shows the header before the next paint. Only scrolling by the user moves and colours it gradually. */
    function arrive() {
      goesDown = false;
      furthest = position();
      flushSync(() => show(furthest));
      for (const animation of header.current?.getAnimations() ?? []) animation.finish();
    }
    const began = performance.now();
    function onScroll() {
      // After a step back, the browser scrolls the page when its content is there, which is later than the commit.
      if (performance.now() - began < ARRIVAL) return arrive();
      const now = position();
      const before = furthest;
      furthest = goesDown ? Math.max(furthest, now) : Math.min(furthest, now);
      if (Math.abs(now - furthest) > limit) {
        goesDown = !goesDown;
        furthest = now;
      }
      if (furthest !== before) limit = Math.abs(furthest - before) > innerHeight ? SETTLE : TREMBLE;
      show(now);
    }
    // Next scrolls a new page in a later layout effect of the same commit. The microtask runs after it, before the paint.
    queueMicrotask(arrive);
    addEventListener("scroll", onScroll, { passive: true });
    return () => removeEventListener("scroll", onScroll);
  }, [pathname, header]);

  return { solid, hidden: solid && down };
}
