import { type Moment, riseMoments } from "@/components/ui/figures/leap";

/** A drawing of the hero: the letters stand on its lower edge, the o leaps from its seat. */
export interface HeroDrawing {
  name: "wide" | "middle" | "narrow";
  width: number;
  height: number;
  /** Where the letters begin, and their scale (they are drawn in the logo's units). */
  letters: { x: number; scale: number };
  moments: Moment[];
}

/** One per layout, each as wide as the page: from 1024 px, from 768 px, below. */
export const HERO_DRAWINGS: HeroDrawing[] = [
  {
    name: "wide",
    width: 1440,
    height: 900,
    letters: { x: 43.5, scale: 1.736 },
    moments: riseMoments({ x: 891, y: 821, d: 158 }, { x: 1242, y: 270, d: 300 }, 8),
  },
  {
    name: "middle",
    width: 768,
    height: 900,
    letters: { x: 29.5, scale: 0.977 },
    moments: riseMoments({ x: 507, y: 855.5, d: 89 }, { x: 636, y: 520, d: 196 }, 7),
  },
  {
    name: "narrow",
    width: 390,
    height: 812,
    letters: { x: 18.5, scale: 0.654 },
    moments: riseMoments({ x: 339.5, y: 782, d: 60 }, { x: 302, y: 560, d: 128 }, 5),
  },
];
