/** The bounce of one step in its own units; the drawing stretches, so only proportions count. */
export const BOUNCE = { width: 100, height: 40, ground: 39, apex: 36, from: 1, to: 99 } as const;

const clamp = (share: number) => Math.min(1, Math.max(0, share));

/** Where a bounce is after a share of its path (0 to 1), in the drawing's units. */
export function bounceAt(share: number): { x: number; y: number } {
  const t = clamp(share);
  return {
    x: BOUNCE.from + (BOUNCE.to - BOUNCE.from) * t,
    y: BOUNCE.ground - 4 * BOUNCE.apex * t * (1 - t),
  };
}

/** The path of a bounce's first part, exactly along the parabola (de Casteljau's cut at `share`). */
export function bouncePath(share = 1): string {
  const t = clamp(share);
  const control = {
    x: BOUNCE.from + ((BOUNCE.to - BOUNCE.from) / 2) * t,
    y: BOUNCE.ground - 2 * BOUNCE.apex * t,
  };
  const end = bounceAt(t);
  return `M${BOUNCE.from} ${BOUNCE.ground}Q${control.x} ${control.y} ${end.x} ${end.y}`;
}
