import type { Executor } from "../db/connect";
import { type Edition, findCurrentEdition, listEditions } from "../editions/edition";
import { fail } from "../http/failure";

/**
 * Returns the edition of the requested year, or the current edition if the request names no year. Fails with 404 if the
 * edition does not exist.
 */
export async function editionOf(
  db: Executor,
  year: number | undefined,
  now: Date,
): Promise<Edition> {
  if (year === undefined) return (await findCurrentEdition(db, now)) ?? fail("not_found");
  return (await listEditions(db)).find((edition) => edition.year === year) ?? fail("not_found");
}
