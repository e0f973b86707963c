/** How many things one ring stands for, so that the largest count takes no more than `most` rings, and how many it takes. */
export function ringsOf(count: number, most: number): { each: number; rings: number } {
  let each = 1;
  while (count / each > most) each *= 10;
  return { each, rings: Math.ceil(count / each) };
}
