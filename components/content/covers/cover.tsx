import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import type { Section } from "@/lib/routes/sections";
import styles from "./cover.module.css";
import { balzi, cronofoto, riga, scala } from "./cover-leaps";
import { paletteOf } from "./cover-palette";
import { eco, fascio, grata, spicchi } from "./cover-patterns";
import { fnv1a, mulberry32 } from "./cover-seed";
import { Block, type Canvas, In, n } from "./cover-shapes";

/** The shorter side of every drawing, in its units. */
const SIDE = 600;

/** The eight families, in the order the seed chooses from. */
const FAMILIES = { balzi, cronofoto, eco, grata, spicchi, scala, riga, fascio } satisfies Record<
  string,
  (canvas: Canvas) => ReactNode
>;
export type CoverFamily = keyof typeof FAMILIES;
export const COVER_FAMILIES = Object.keys(FAMILIES) as CoverFamily[];

/**
 * The cover of something without a photograph, drawn from its slug alone: the same slug always gives
 * the same drawing. Draw it for the ratio needed, never crop one made for another.
 *
 * @param family an editor's choice (front matter `cover`); else the slug chooses
 * @param width and height of the drawing, in any unit: only their ratio and the module count
 */
export function Cover({
  slug,
  section,
  width,
  height,
  family,
  onHue,
  className,
}: {
  slug: string;
  section: Section;
  width: number;
  height: number;
  family?: CoverFamily | undefined;
  /** It stands on a field of the section's own hue. */
  onHue?: boolean;
  className?: string | undefined;
}) {
  const seed = fnv1a(slug);
  const r = mulberry32(seed);
  const palette = paletteOf(section, r, onHue);
  const chosen = family ?? COVER_FAMILIES[seed % COVER_FAMILIES.length] ?? "riga";
  // In its own units: callers give a ratio, and coordinates are rounded.
  const scale = SIDE / Math.min(width, height);
  const [w, h] = [n(width * scale), n(height * scale)];
  const canvas = { w, h, u: SIDE / 6, r, ...palette };
  return (
    <svg
      className={cx(styles.cover, palette.field === "white" && styles.edge, className)}
      data-cover={section}
      viewBox={`0 0 ${w} ${h}`}
      width={w}
      height={h}
      aria-hidden="true"
      focusable="false"
    >
      <In ink={palette.field}>
        <Block x={0} y={0} w={w} h={h} />
      </In>
      {FAMILIES[chosen](canvas)}
    </svg>
  );
}
