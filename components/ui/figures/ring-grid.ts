/** Returns the columns of a grid that `count` rings fill completely, at least as wide as high: 50 in 10, 20 in 5, 6 in 3. */
export function ringColumns(count: number): number {
  let columns = Math.ceil(Math.sqrt(count));
  while (count % columns > 0) columns++;
  return columns;
}
