import type { ReactNode } from "react";
import styles from "./cover.module.css";
import type { Ink, Palette } from "./cover-palette";

/** What a family draws with: the size, the module u, the slug's numbers, the inks. */
export interface Canvas extends Palette {
  w: number;
  h: number;
  /** min(w, h) / 6 */
  u: number;
  r: () => number;
  /** How many of the family's shapes an editor asked for, and which of them jumps. */
  count?: number | undefined;
  which?: number | undefined;
}

/** Two decimals are enough for a drawing, and keep the page light. */
export function n(value: number): number {
  return Math.round(value * 100) / 100;
}

/**
 * Everything inside is drawn in one ink (`currentColor`).
 *
 * @param hops it is what jumps: pointing at the card makes it hop
 */
export function In({ ink, hops, children }: { ink: Ink; hops?: boolean; children: ReactNode }) {
  return (
    <g className={styles[ink]} data-hops={hops}>
      {children}
    </g>
  );
}

export function Disc({ x, y, d }: { x: number; y: number; d: number }) {
  return <circle cx={n(x)} cy={n(y)} r={n(d / 2)} fill="currentColor" />;
}

/** The ring: outer diameter d, hole d/2. */
export function RingShape({ x, y, d }: { x: number; y: number; d: number }) {
  return <Circle x={x} y={y} r={(d * 3) / 8} line={d / 4} />;
}

/** The hoop: the same d, a thin line. */
export function HoopShape({ x, y, d, line }: { x: number; y: number; d: number; line: number }) {
  return <Circle x={x} y={y} r={(d - line) / 2} line={line} />;
}

/** A line of a given width. */
export function Curve({ d, width }: { d: string; width: number }) {
  return <path d={d} fill="none" stroke="currentColor" strokeWidth={n(width)} />;
}

export function Block({ x, y, w, h }: { x: number; y: number; w: number; h: number }) {
  return <rect x={n(x)} y={n(y)} width={n(w)} height={n(h)} fill="currentColor" />;
}

function Circle({ x, y, r, line }: { x: number; y: number; r: number; line: number }) {
  return (
    <circle cx={n(x)} cy={n(y)} r={n(r)} fill="none" stroke="currentColor" strokeWidth={n(line)} />
  );
}
