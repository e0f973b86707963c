import type { ReactNode } from "react";
import styles from "./cover.module.css";
import type { Ink, Palette } from "./cover-palette";

/**
 * Drawing context of a cover: the size, the unit `u`, the random generator `r` seeded with the slug, and the colours.
 */
export interface Canvas extends Palette {
  w: number;
  h: number;
  /** The drawing's unit of length: min(w, h) / 6. */
  u: number;
  r: () => number;
  /** Number of shapes on the cover and position of the raised shape, if an editor chose them. */
  count?: number | undefined;
  which?: number | undefined;
}

/** Rounds a coordinate to two decimals, which is precise enough and keeps the page small. */
export function n(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Draws its children in one colour (`currentColor`). With `data-hops`, the shape hops when the user points at the card. */
export function In({
  ink,
  children,
  ...rest
}: {
  ink: Ink;
  "data-hops"?: true;
  children: ReactNode;
}) {
  return (
    <g className={styles[ink]} {...rest}>
      {children}
    </g>
  );
}

export function Disc({ x, y, d }: { x: number; y: number; d: number }) {
  return <circle cx={n(x)} cy={n(y)} r={n(d / 2)} fill="currentColor" />;
}

/** Draws a ring with outer diameter `d` and a hole of half this diameter. */
export function RingShape({ x, y, d }: { x: number; y: number; d: number }) {
  return <Circle x={x} y={y} r={(d * 3) / 8} line={d / 4} />;
}

/** Draws rings with outer diameter `d` at several places. One group has the rings' common attributes, to save bytes. */
export function RingShapes({ spots, d }: { spots: { x: number; y: number }[]; d: number }) {
  return (
    <g fill="none" stroke="currentColor">
      {spots.map(({ x, y }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a ring is nothing but its place
        <circle key={index} cx={n(x)} cy={n(y)} r={n((d * 3) / 8)} strokeWidth={n(d / 4)} />
      ))}
    </g>
  );
}

/** Draws a circle's outline with outer diameter `d` and the given line width. */
export function HoopShape({ x, y, d, line }: { x: number; y: number; d: number; line: number }) {
  return <Circle x={x} y={y} r={(d - line) / 2} line={line} />;
}

/** Draws a curve with a given line width. */
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
