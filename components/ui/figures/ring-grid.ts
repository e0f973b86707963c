/**
 * Returns the number of columns of a grid that `count` rings fill completely, at least as wide as high: 50 in 10
 * columns, 20 in 5, 6 in 3. If `count` has no such grid (for example 47), the grid is nearly square with an incomplete
 * last row.
 */
export function ringColumns(count: number): number {
  const square = Math.ceil(Math.sqrt(count));
  let columns = square;
  while (count % columns > 0) columns++;
  return columns <= 2 * square ? columns : square;
}
