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

/** The shorter side of every drawing, in its units. */
const SIDE = 600;

const FAMILIES = { balzi, cronofoto, eco, grata, spicchi, scala, riga, fascio } satisfies Record<
  CoverFamily,
  (canvas: Canvas) => ReactNode
>;

/**
 * The cover of something without a photograph, drawn from its slug alone: the same slug always gives
 * the same drawing. Draw it for the ratio needed, never crop one made for another.
 *
 * @param choice an editor's choice (front matter `cover`); else the slug chooses
 * @param width and height of the drawing, in any unit: only their ratio and the module count
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
  /** What an article is about: colour means one thing on the whole site. */
  subject?: string | undefined;
  /** It stands on a field of the section's own hue. */
  onHue?: boolean;
  /** It goes from edge to edge of the page. */
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
  // In its own units: callers give a ratio, and coordinates are rounded.
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
      // The box is rounded to pixels: the drawing covers it, so that no line of the page shows at an edge.
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
