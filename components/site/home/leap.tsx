"use client";

import { type CSSProperties, type ReactNode, useEffect, useRef } from "react";

/**
 * Plays once the animation of the ring that rises from the programme's name. When the visitor returns to the page, the
 * ring is at its final position (hero.module.css).
 */
export function Leap({
  className,
  style,
  children,
}: {
  className?: string | undefined;
  style: CSSProperties;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Only one of the hero's drawings is visible. A hidden drawing has no boxes in the layout, so play no animation for
    // it.
    if (!box.current?.getClientRects().length) return;
    const leaps = box.current.getAnimations({ subtree: true });
    // `allSettled` also covers animations that a navigation interrupts, and animations that end before scripts run.
    Promise.allSettled(leaps.map(({ finished }) => finished)).then(() =>
      document.documentElement.style.setProperty("--hero-leap", "0s"),
    );
  }, []);
  return (
    <div ref={box} className={className} style={style}>
      {children}
    </div>
  );
}
