import { type RefObject, useEffect, useState } from "react";

/** Number of rows that are rendered above and below the visible rows, so that scrolling shows no gap. */
const BEYOND = 8;
/** Number of rows that are rendered before the browser has measured the page. */
const FIRST = 30;

/**
 * Returns the range of table rows that are in the window. All rows have the same height. The page scrolls, not the
 * table.
 *
 * @param height height of a row in pixels
 */
export function useVisibleRows(
  body: RefObject<HTMLElement | null>,
  count: number,
  height: number,
): { from: number; to: number } {
  const [range, setRange] = useState({ from: 0, to: Math.min(count, FIRST) });
  useEffect(() => {
    const measure = () => {
      const top = body.current?.getBoundingClientRect().top ?? 0;
      const first = Math.floor(-top / height) - BEYOND;
      const last = Math.ceil((window.innerHeight - top) / height) + BEYOND;
      const from = Math.max(0, Math.min(count, first));
      const to = Math.max(from, Math.min(count, last));
      setRange((now) => (now.from === from && now.to === to ? now : { from, to }));
    };
    measure();
    window.addEventListener("scroll", measure, { passive: true });
    window.addEventListener("resize", measure);
    return () => {
      window.removeEventListener("scroll", measure);
      window.removeEventListener("resize", measure);
    };
  }, [body, count, height]);
  return range;
}
