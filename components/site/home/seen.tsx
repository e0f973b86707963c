"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";

/**
 * Marks a figure when it is first seen (`data-seen` false, then true), so that it can draw itself
 * once. What is already on screen, or without scripts, is simply shown.
 */
export function Seen({
  className,
  children,
}: {
  className?: string | undefined;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState<boolean>();

  useEffect(() => {
    const element = box.current;
    if (!element || element.getBoundingClientRect().top < window.innerHeight) return;
    setSeen(false);
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        setSeen(true);
        observer.disconnect();
      },
      { threshold: 0.25 },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return (
    <div ref={box} className={className} data-seen={seen}>
      {children}
    </div>
  );
}
