import { type Moment, riseMoments } from "@/components/ui/figures/leap";

/**
 * A drawing of the programme's name in the home page's hero. The letters are at the lower left. The letter "o" rises
 * from its place in the name to the right edge.
 */
export interface HeroDrawing {
  name: "wide" | "low" | "middle" | "narrow";
  width: number;
  height: number;
  /** Scale of the drawing's letters relative to the logo's units. */
  scale: number;
  moments: Moment[];
}

/**
 * The hero's drawings for four layouts: desktop, low window, tablet, phone. hero.module.css uses the same proportions.
 */
export const HERO_DRAWINGS: HeroDrawing[] = [
  {
    name: "wide",
    width: 1344,
    height: 790,
    scale: 1.736,
    moments: riseMoments({ x: 847, y: 711, d: 158 }, { x: 1194, y: 160, d: 300 }, 8),
  },
  {
    name: "low",
    width: 1344,
    height: 586,
    scale: 1.6,
    moments: riseMoments({ x: 781, y: 512.5, d: 147 }, { x: 1209, y: 137, d: 270 }, 7),
  },
  {
    name: "middle",
    width: 707,
    height: 490,
    scale: 0.977,
    moments: riseMoments({ x: 477, y: 445.5, d: 89 }, { x: 609, y: 110, d: 196 }, 7),
  },
  {
    name: "narrow",
    width: 348,
    height: 236,
    scale: 0.654,
    moments: riseMoments({ x: 318, y: 206, d: 60 }, { x: 284, y: 67, d: 128 }, 4),
  },
];
