"use client";

import { type CSSProperties, type ReactNode, useEffect, useRef } from "react";

/** Holds a leap that is shown once: whoever comes back to the page finds the ring where it landed (hero.module.css). */
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
    // The drawings of other windows are not rendered.
    if (!box.current?.getClientRects().length) return;
    const leaps = box.current.getAnimations({ subtree: true });
    // Also when the page is left on the way, or it is over before scripts run.
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
