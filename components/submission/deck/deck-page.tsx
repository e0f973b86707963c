"use client";

import type { PDFPageProxy } from "pdfjs-dist/types/src/pdf";
import { type CSSProperties, useEffect, useRef, useState } from "react";
import styles from "./deck-viewer.module.css";

/**
 * Maximum number of device pixels per CSS pixel, because more is not visibly sharper. `PIXELS_MAX` is the maximum width
 * of the canvas in pixels, because browsers limit its size.
 */
const DENSITY_MAX = 2;
const PIXELS_MAX = 4096;

/**
 * Draws one page of a pitch deck as a picture when the page scrolls into view. Frees the picture's memory when the page
 * is far away.
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
  /** The displayed width of the deck's page, which changes with the zoom, the window size, and full screen. */
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
    // Ignore the rejected promise. Drawing is cancelled when the page leaves the view or the zoom changes, and a
    // cancelled drawing rejects its promise.
    task.promise.catch(() => undefined);
    return () => task.cancel();
  }, [inView, page, width, shown]);

  const style = { "--ratio": `${width} / ${height}`, "--zoom": zoom } as CSSProperties;
  return (
    <canvas ref={canvas} className={styles.page} style={style} role="img" aria-label={label} />
  );
}
