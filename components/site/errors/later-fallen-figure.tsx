"use client";

// The styles of the drawing. They must not wait for its code.
import "@/components/ui/figures/rise-figure.module.css";
import { lazy, Suspense } from "react";

const Figure = lazy(async () => {
  const figures = await import("./error-figures");
  return { default: figures.FallenFigure };
});

/**
 * Draws the figure of the 404 page. The data that Next sends with every page includes the 404 page. So the drawing is in
 * a separate script, which only a 404 page loads.
 */
export function LaterFallenFigure() {
  return (
    <Suspense>
      <Figure />
    </Suspense>
  );
}
