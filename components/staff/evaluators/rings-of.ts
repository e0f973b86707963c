/**
 * Returns how many items one ring represents, so that `count` items need at most `most` rings. Also returns the number
 * of rings.
 */
export function ringsOf(count: number, most: number): { each: number; rings: number } {
  let each = 1;
  while (count / each > most) each *= 10;
  return { each, rings: Math.ceil(count / each) };
}
