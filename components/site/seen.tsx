"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { placeOf } from "@/lib/routes/path";

/** Names of the drawings that have been visible since the browser loaded the page. */
const shown = new Set<string>();

/**
 * Marks a drawing when it first becomes visible: `data-seen` changes from false to true. The drawing's animation plays
 * only once, even if the visitor returns or changes the language. A drawing that is already in view, or a page without
 * scripts, shows no animation.
 *
 * @param figure the drawing's name
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
    if (element.getBoundingClientRect().top < innerHeight) {
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

/**
 * Reports whether the visitor returns to this page with the browser's buttons, or comes from the same page in the other
 * language.
 */
function isReadAgain(): boolean {
  const [load] = performance.getEntriesByType("navigation");
  if ((load as PerformanceNavigationTiming | undefined)?.type === "back_forward") return true;
  if (!document.referrer) return false;
  const { origin, pathname } = new URL(document.referrer);
  return origin === location.origin && placeOf(pathname).path === placeOf(location.pathname).path;
}
