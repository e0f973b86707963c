import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** Cursors in a request for a page of a list. A cursor contains the time and the id of a row. */
type Asked = { after?: string | undefined; before?: string | undefined };

/**
 * Returns the SQL condition for the items after or before a page cursor. `first` states whether the list starts with
 * the newest or the oldest item.
 */
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
 * Builds a page of a list, with the cursors of the next and previous page.
 *
 * @param found the rows of the query: one row more than the page contains, if the list continues after the page
 * @param at returns the time by which the list is ordered
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
