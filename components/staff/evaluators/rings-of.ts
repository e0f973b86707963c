/** Returns how many items one ring represents, so that `count` needs at most `most` rings, and the number of rings. */
export function ringsOf(count: number, most: number): { each: number; rings: number } {
  let each = 1;
  while (count / each > most) each *= 10;
  return { each, rings: Math.ceil(count / each) };
}
