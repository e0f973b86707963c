"use client";

import type { PDFPageProxy } from "pdfjs-dist/types/src/pdf";
import { type CSSProperties, useEffect, useRef, useState } from "react";
import styles from "./deck-viewer.module.css";

/** Sharp enough for dense screens, and no canvas larger than browsers can hold. */
const DENSITY_MAX = 2;
const PIXELS_MAX = 4096;

/**
 * One page of a deck as a picture: drawn when it scrolls into view, freed when it is far away.
 *
 * @param zoom 1 fills the viewer's width
 */
export function DeckPage({
  page,
  zoom,
  label,
}: {
  page: PDFPageProxy;
  zoom: number;
  label: string;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [inView, setInView] = useState(false);
  /** The page's displayed width changes with zoom, window size and full screen. */
  const [shown, setShown] = useState(0);
  const { width, height } = page.getViewport({ scale: 1 });

  useEffect(() => {
    const target = canvas.current;
    if (!target) return;
    const observer = new IntersectionObserver(
      ([entry]) => setInView(entry?.isIntersecting ?? false),
      { root: target.closest("[data-deck]"), rootMargin: "100% 0px" },
    );
    observer.observe(target);
    const measure = new ResizeObserver(() => setShown(target.clientWidth));
    measure.observe(target);
    return () => {
      observer.disconnect();
      measure.disconnect();
    };
  }, []);

  useEffect(() => {
    const target = canvas.current;
    if (!target) return;
    if (!inView || shown === 0) {
      target.width = 0;
      return;
    }
    const density = Math.min(window.devicePixelRatio || 1, DENSITY_MAX);
    const wide = Math.min(shown * density, PIXELS_MAX);
    const viewport = page.getViewport({ scale: wide / width });
    target.width = Math.floor(viewport.width);
    target.height = Math.floor(viewport.height);
    const task = page.render({ canvas: target, viewport });
    // Rendering is cancelled when the page goes out of view or is zoomed again; nothing awaits it.
    task.promise.catch(() => undefined);
    return () => task.cancel();
  }, [inView, page, width, shown]);

  const style = { "--ratio": `${width} / ${height}`, "--zoom": zoom } as CSSProperties;
  return (
    <canvas ref={canvas} className={styles.page} style={style} role="img" aria-label={label} />
  );
}
