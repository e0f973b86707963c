import { z } from "zod";
import { wrongType } from "../fields";

const choice = { error: "invalid_choice" } as const;

/** A place in a list whose newest come first, between two rows. */
const cursor = z.string().regex(/^\d{4}-[0-9T:.-]{18}Z_[0-9a-f-]{36}$/, choice);

/** Which page of a list: the one that follows the row that `after` names, or leads up to that of `before`. */
export const pagedBy = (rows: number) => ({
  after: cursor.optional(),
  before: cursor.optional(),
  per_page: z.coerce.number(wrongType).int(choice).min(1, choice).max(100, choice).default(rows),
});
