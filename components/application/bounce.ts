/** The parabola of one step in the drawing's units. The drawing stretches, so only proportions matter. */
export const BOUNCE = { width: 100, height: 40, ground: 39, apex: 36, from: 1, to: 99 } as const;

const clamp = (share: number) => Math.min(1, Math.max(0, share));

/** Returns the point of the parabola after a share (0 to 1) of its path, in the drawing's units. */
export function bounceAt(share: number): { x: number; y: number } {
  const t = clamp(share);
  return {
    x: BOUNCE.from + (BOUNCE.to - BOUNCE.from) * t,
    y: BOUNCE.ground - 4 * BOUNCE.apex * t * (1 - t),
  };
}

/** Returns the path of the first part of the parabola, cut at `share` (de Casteljau). */
export function bouncePath(share = 1): string {
  const t = clamp(share);
  const control = {
    x: BOUNCE.from + ((BOUNCE.to - BOUNCE.from) / 2) * t,
    y: BOUNCE.ground - 2 * BOUNCE.apex * t,
  };
  const end = bounceAt(t);
  return `M${BOUNCE.from} ${BOUNCE.ground}Q${control.x} ${control.y} ${end.x} ${end.y}`;
}
