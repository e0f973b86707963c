/** A point of a drawing, in the drawing's units; y grows downwards. */
export interface Point {
  x: number;
  y: number;
}

/** One position of the letter o during a leap; `d` is its outer diameter. */
export interface Moment extends Point {
  d: number;
}

/**
 * Returns the SVG path of a whole leap from `from` to `to`, both at the same height, with an apex `h` above them. The
 * path is the same parabola as the points of `leapAt`.
 */
export function leapPath(from: Point, to: Point, h: number): string {
  return `M${from.x} ${from.y}Q${(from.x + to.x) / 2} ${from.y - 2 * h} ${to.x} ${to.y}`;
}

/** Returns the position at time t (0…1) on the ascending half of a leap, from the start to the apex. */
export function riseAt(seat: Point, apex: Point, t: number): Point {
  return { x: seat.x + (apex.x - seat.x) * t, y: seat.y + (apex.y - seat.y) * (2 * t - t * t) };
}

/** Returns `count` positions of a rise at equal time intervals, from start to apex. The diameter grows on the way. */
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
