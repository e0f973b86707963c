"use client";

import type { PDFPageProxy } from "pdfjs-dist/types/src/pdf";
import { type CSSProperties, useEffect, useRef, useState } from "react";
import styles from "./deck-viewer.module.css";

/** Sharp enough for dense screens, and no canvas larger than browsers can hold. */
const DENSITY_MAX = 2;
const PIXELS_MAX = 4096;

/**
 * One page of a deck as a picture: drawn when it comes into view, given back when it is far away.
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
  const { width, height } = page.getViewport({ scale: 1 });

  useEffect(() => {
    const target = canvas.current;
    if (!target) return;
    const observer = new IntersectionObserver(
      ([entry]) => setInView(entry?.isIntersecting ?? false),
      { root: target.closest("[data-deck]"), rootMargin: "100% 0px" },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another zoom makes the canvas wider
  useEffect(() => {
    const target = canvas.current;
    if (!target) return;
    if (!inView) {
      target.width = 0;
      return;
    }
    const density = Math.min(window.devicePixelRatio || 1, DENSITY_MAX);
    const wide = Math.min(target.clientWidth * density, PIXELS_MAX);
    const viewport = page.getViewport({ scale: wide / width });
    target.width = Math.floor(viewport.width);
    target.height = Math.floor(viewport.height);
    const task = page.render({ canvas: target, viewport });
    // Drawing is cancelled when the page goes out of view or is zoomed again; nobody waits for it.
    task.promise.catch(() => undefined);
    return () => task.cancel();
  }, [inView, page, width, zoom]);

  const style = { "--ratio": `${width} / ${height}`, "--zoom": zoom } as CSSProperties;
  return (
    <canvas ref={canvas} className={styles.page} style={style} role="img" aria-label={label} />
  );
}
