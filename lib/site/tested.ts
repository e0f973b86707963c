import { PUBLIC_PAGES } from "../routes/public-pages";

/** Widths, in pixels, at which axe looks at every public page (tests/e2e/public/pages.spec.ts). */
export const AXE_WIDTHS: readonly number[] = [360, 1440];
/** Widths at which no public page may scroll sideways. */
export const REFLOW_WIDTHS: readonly number[] = [320, 768, ...AXE_WIDTHS];

/** How public pages are tested for accessibility: what the statement says is what the tests go by. */
export const TESTED = {
  /** axe's version; a test holds it to the one that is installed. */
  axe: "4.14",
  pages: PUBLIC_PAGES.length,
  narrow: Math.min(...AXE_WIDTHS),
  wide: Math.max(...AXE_WIDTHS),
  least: Math.min(...REFLOW_WIDTHS),
};
