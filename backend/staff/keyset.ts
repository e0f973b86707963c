import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** Where a page begins or ends: the row at an instant, by id. */
type Asked = { after?: string | undefined; before?: string | undefined };

/** The rows beyond a cursor, on whichever side, of a list whose newest come first, or whose oldest do. */
export function beyond(
  { after, before }: Asked,
  instant: SQLWrapper,
  id: SQLWrapper,
  first: "newest" | "oldest" = "newest",
): SQL | undefined {
  const [at, own] = (after ?? before ?? "").split("_");
  if (!at || !own) return undefined;
  const place = sql`(${at}::timestamptz, ${own}::uuid)`;
  return (after !== undefined) === (first === "newest")
    ? sql`(${instant}, ${id}) < ${place}`
    : sql`(${instant}, ${id}) > ${place}`;
}

/**
 * A page of what was found, one row more than it holds, and the cursors of the pages around it.
 *
 * @param at the instant that the list is ordered by
 */
export function pageOf<Row extends { id: string }>(
  found: readonly Row[],
  { after, before, per_page }: Asked & { per_page: number },
  at: (row: Row) => Date,
) {
  const back = before !== undefined;
  const rows = found.slice(0, per_page);
  const more = found.length > rows.length;
  if (back) rows.reverse();
  const cursorOf = (row: Row | undefined) => (row ? `${at(row).toISOString()}_${row.id}` : null);
  return {
    rows,
    next: back || more ? cursorOf(rows.at(-1)) : null,
    previous: (back ? more : after !== undefined) ? cursorOf(rows[0]) : null,
  };
}
