import { COLOURS } from "@/contract/brand";
import type { Section } from "./sections";

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
