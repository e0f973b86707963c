"use client";

import { type RefObject, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";

/** Scroll position in pixels from which the header is solid and can hide. */
const SOLID_LIMIT = 96;
/** Scrolling back by at most this many pixels counts as finger jitter, not as a change of direction. */
const TREMBLE = 8;
/** After a jump, such as to an anchor, changes of the layout can move the page back by up to this many pixels. */
const SETTLE = 64;
/**
 * Milliseconds after a page change during which the browser, not the user, causes scroll events: the browser restores
 * the position of a visited page.
 */
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
 * Returns whether the header is solid, and whether the header is hidden. A new page starts with a visible header, in
 * its first frame.
 *
 * @param pathname the page's path; a changed path resets the header
 */
export function useHeaderScroll(pathname: string, header: RefObject<HTMLElement | null>) {
  const [solid, setSolid] = useState(false);
  const [down, setDown] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another start
  useLayoutEffect(() => {
    let goesDown = false;
    // The furthest scroll position in the current direction. Small steps back add up, because they are measured from
    // this position.
    let furthest = position();
    let limit = TREMBLE;
    function show(now: number) {
      setSolid(now > SOLID_LIMIT);
      setDown(goesDown);
    }
    /**
     * Shows the header in its final state before the next paint, without an animation. Only scrolling by the user
     * animates the header.
     */
    function arrive() {
      goesDown = false;
      furthest = position();
      flushSync(() => show(furthest));
      for (const animation of header.current?.getAnimations() ?? []) animation.finish();
    }
    const began = performance.now();
    function onScroll() {
      // When the user goes back, the browser restores the scroll position after the commit. The user did not scroll, so
      // handle this scroll event like the opening of the page.
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
    // Next.js scrolls a new page in a later layout effect of the same commit. The microtask runs after that effect,
    // before the paint.
    queueMicrotask(arrive);
    addEventListener("scroll", onScroll, { passive: true });
    return () => removeEventListener("scroll", onScroll);
  }, [pathname, header]);

  return { solid, hidden: solid && down };
}
