"use client";

// The styles of the drawing. They must not wait for its code.
import "@/components/ui/figures/rise-figure.module.css";
import { lazy, Suspense } from "react";

const Figure = lazy(async () => {
  const figures = await import("./error-figures");
  return { default: figures.FallenFigure };
});

/**
 * Draws FallenFigure. Every page contains the 404 page, but the flight data do not contain the drawing, and only a 404
 * page loads the drawing's code.
 */
export function LaterFallenFigure() {
  return (
    <Suspense>
      <Figure />
    </Suspense>
  );
}
