/** A point of a drawing, in its own units; y grows downwards. */
export interface Point {
  x: number;
  y: number;
}

/** One moment of a leap: where the o is and its outer diameter. */
export interface Moment extends Point {
  d: number;
}

/**
 * The path of a whole leap from `from` to `to` (same height) with its apex `h` above: exactly the
 * parabola whose points are `leapAt`.
 */
export function leapPath(from: Point, to: Point, h: number): string {
  return `M${from.x} ${from.y}Q${(from.x + to.x) / 2} ${from.y - 2 * h} ${to.x} ${to.y}`;
}

/** The ascending half of a leap, from a seat to its apex, at t in 0…1. */
export function riseAt(seat: Point, apex: Point, t: number): Point {
  return { x: seat.x + (apex.x - seat.x) * t, y: seat.y + (apex.y - seat.y) * (2 * t - t * t) };
}

/** The moments of a rise, equal in time, seat first, apex last; the o grows on the way. */
export function riseMoments(
  seat: Point & { d: number },
  apex: Point & { d: number },
  count: number,
): Moment[] {
  return Array.from({ length: count }, (_, k) => {
    const t = k / (count - 1);
    return { ...riseAt(seat, apex, t), d: seat.d + (apex.d - seat.d) * t };
  });
}
