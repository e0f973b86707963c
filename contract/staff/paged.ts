import { z } from "zod";
import { wrongType } from "../fields";

const choice = { error: "invalid_choice" } as const;

/**
 * Cursor in a list that is sorted by time: the time and the id of the last row before the requested page, or of the
 * first row after it.
 */
const cursor = z.string().regex(/^\d{4}-[0-9T:.-]{18}Z_[0-9a-f-]{36}$/, choice);

/**
 * Query parameters for one page of a list. `after` requests the page that follows a row, and `before` the page that
 * precedes a row.
 */
export const pagedBy = (rows: number) => ({
  after: cursor.optional(),
  before: cursor.optional(),
  per_page: z.coerce.number(wrongType).int(choice).min(1, choice).max(100, choice).default(rows),
});

/**
 * Cursor in a list that users can sort: the row's value in the column that sorts the list, encoded, and the row's id.
 */
const sortedCursor = z
  .string()
  .max(2_000, choice)
  .regex(/^[A-Za-z0-9_-]*_[0-9a-f-]{36}$/, choice);

/**
 * Query parameters for one page of a list that users can sort. A cursor is valid only for the sort column for which the
 * server returned the cursor.
 */
export const sortedPagesBy = (rows: number) => ({
  ...pagedBy(rows),
  after: sortedCursor.optional(),
  before: sortedCursor.optional(),
});
