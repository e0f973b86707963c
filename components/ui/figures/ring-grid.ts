/** Returns the columns of a grid that `count` rings fill without a ragged row, as wide as high or wider: 50 in 10, 20 in 5, 6 in 3. */
export function ringColumns(count: number): number {
  let columns = Math.ceil(Math.sqrt(count));
  while (count % columns > 0) columns++;
  return columns;
}
