import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { COVER_FAMILIES, type CoverChoice, type CoverFamily } from "@/contract/content/covers";
import type { Section } from "@/lib/routes/sections";
import styles from "./cover.module.css";
import { balzi, cronofoto, riga, scala } from "./cover-leaps";
import { paletteOf } from "./cover-palette";
import { eco, fascio, grata, spicchi } from "./cover-patterns";
import { fnv1a, mulberry32 } from "./cover-seed";
import { Block, type Canvas, In, n } from "./cover-shapes";

/** Length of a cover's shorter side, in drawing units. */
const SIDE = 600;

const FAMILIES = { balzi, cronofoto, eco, grata, spicchi, scala, riga, fascio } satisfies Record<
  CoverFamily,
  (canvas: Canvas) => ReactNode
>;

/**
 * Draws the cover of an item without a photograph. The item's slug determines the drawing. Draw each needed ratio
 * separately, and never crop a cover of another ratio.
 *
 * @param choice an editor's choice (front matter `cover`), used instead of the drawing that the slug determines
 * @param width and height of the drawing, in any unit; only their ratio matters
 */
export function Cover({
  slug,
  section,
  width,
  height,
  choice,
  subject,
  onHue,
  bleed = false,
  className,
}: {
  slug: string;
  section: Section;
  width: number;
  height: number;
  choice?: CoverChoice | undefined;
  /** An article's topic, which sets the accent colour. A colour means the same topic on the whole site. */
  subject?: string | undefined;
  /** Whether the cover lies on an area in the section's colour. */
  onHue?: boolean;
  /** Whether the cover extends from edge to edge of the page. */
  bleed?: boolean;
  className?: string | undefined;
}) {
  const seed = fnv1a(slug);
  const r = mulberry32(seed);
  const palette = paletteOf(section, r, onHue, subject);
  const {
    count,
    which,
    family = COVER_FAMILIES[seed % COVER_FAMILIES.length] ?? "riga",
  } = choice ?? {};
  // Scale the drawing to a fixed size, because callers give only a ratio. Coordinates are rounded to two decimals,
  // which would be too coarse for a small drawing.
  const scale = SIDE / Math.min(width, height);
  const [w, h] = [n(width * scale), n(height * scale)];
  const canvas = { w, h, u: SIDE / 6, r, count, which, ...palette };
  return (
    <svg
      className={cx(
        styles.cover,
        palette.field === "white" && (bleed ? styles.bleed : styles.edge),
        className,
      )}
      data-cover={section}
      data-ring="cover"
      viewBox={`0 0 ${w} ${h}`}
      width={w}
      height={h}
      // `slice` makes the drawing cover its whole box. Otherwise rounding to pixels would leave a line of the page
      // visible at an edge.
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <In ink={palette.field}>
        <Block x={0} y={0} w={w} h={h} />
      </In>
      {FAMILIES[family](canvas)}
    </svg>
  );
}
