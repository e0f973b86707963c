/**
 * Returns the columns of a grid that `count` rings fill completely, at least as wide as high: 50 in 10, 20 in 5, 6 in 3.
 * A count without such a grid, for example 47, gets a nearly square grid with an incomplete last row.
 */
export function ringColumns(count: number): number {
  const square = Math.ceil(Math.sqrt(count));
  let columns = square;
  while (count % columns > 0) columns++;
  return columns <= 2 * square ? columns : square;
}
