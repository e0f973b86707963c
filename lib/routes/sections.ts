import { COLOURS } from "@/contract/brand";

/** The six sections of the public site. Each has its own color (tokens.css, `data-section`). */
export const SECTIONS = [
  "call",
  "academy",
  "community",
  "network",
  "international",
  "magazine",
] as const;
export type Section = (typeof SECTIONS)[number];

/**
 * The section colors for places that CSS cannot style, such as the browser's toolbar. They match `--section-…` in
 * app/tokens.css.
 */
export const SECTION_HUE: Record<Section, string> = {
  call: COLOURS["accent-1"],
  academy: COLOURS["accent-2"],
  community: COLOURS["accent-3"],
  network: COLOURS["accent-4"],
  international: COLOURS["accent-5"],
  magazine: COLOURS["accent-6"],
};
