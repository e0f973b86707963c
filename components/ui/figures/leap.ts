/** A point of a drawing, in drawing units; y grows downwards. */
export interface Point {
  x: number;
  y: number;
}

/** One position of a ring that moves along an arc; `d` is the ring's outer diameter. */
export interface Moment extends Point {
  d: number;
}

/**
 * Returns the SVG path of a parabola from `from` to `to`, two points at the same height. The top is `h` above them.
 */
export function leapPath(from: Point, to: Point, h: number): string {
  return `M${from.x} ${from.y}Q${(from.x + to.x) / 2} ${from.y - 2 * h} ${to.x} ${to.y}`;
}

/** Returns the position at time t (0…1) on the rising half of a parabola, from the start to the top. */
export function riseAt(seat: Point, apex: Point, t: number): Point {
  return { x: seat.x + (apex.x - seat.x) * t, y: seat.y + (apex.y - seat.y) * (2 * t - t * t) };
}

/**
 * Returns `count` positions at equal time intervals on the rising half of a parabola. The ring's diameter grows on the
 * way.
 */
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
