import { z } from "zod";
import { wrongType } from "../fields";

const choice = { error: "invalid_choice" } as const;

/** Cursor of a page in a list sorted by time: the time and the id of a row. */
const cursor = z.string().regex(/^\d{4}-[0-9T:.-]{18}Z_[0-9a-f-]{36}$/, choice);

/** Query parameters of a page of a list. `after` requests the page after a row, and `before` the page before a row. */
export const pagedBy = (rows: number) => ({
  after: cursor.optional(),
  before: cursor.optional(),
  per_page: z.coerce.number(wrongType).int(choice).min(1, choice).max(100, choice).default(rows),
});

/** Cursor of a list that users sort: the encoded value of the sort column, and the id of a row. */
const sortedCursor = z
  .string()
  .max(2_000, choice)
  .regex(/^[A-Za-z0-9_-]*_[0-9a-f-]{36}$/, choice);

/**
 * Query parameters of a page of a list that users sort. A cursor is valid only for the sort column for which the server
 * returned it.
 */
export const sortedPagesBy = (rows: number) => ({
  ...pagedBy(rows),
  after: sortedCursor.optional(),
  before: sortedCursor.optional(),
});
