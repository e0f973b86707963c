"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { placeOf } from "@/lib/routes/path";

/** The figures that have been shown since the page was loaded, by name. */
const shown = new Set<string>();

/**
 * Marks a figure when it is first seen (`data-seen` false, then true), so that it can draw itself once: not again when one
 * comes back to it, nor in the other language. What is already on screen, or without scripts, is simply shown.
 *
 * @param figure its name
 */
export function Seen({
  figure,
  className,
  children,
}: {
  figure: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState<boolean>();

  useEffect(() => {
    const element = box.current;
    if (!element || shown.has(figure) || isReadAgain()) return;
    if (element.getBoundingClientRect().top < window.innerHeight) {
      shown.add(figure);
      return;
    }
    setSeen(false);
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        shown.add(figure);
        setSeen(true);
        observer.disconnect();
      },
      { threshold: 0.25 },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [figure]);

  return (
    <div ref={box} className={className} data-seen={seen}>
      {children}
    </div>
  );
}

/** Whether this very page was left a moment ago: for its other language, which is another document, or to come back to it. */
function isReadAgain(): boolean {
  const [load] = performance.getEntriesByType("navigation");
  if ((load as PerformanceNavigationTiming | undefined)?.type === "back_forward") return true;
  if (!document.referrer) return false;
  const { origin, pathname } = new URL(document.referrer);
  const here = window.location;
  return origin === here.origin && placeOf(pathname).path === placeOf(here.pathname).path;
}
