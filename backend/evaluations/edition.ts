import { eq } from "drizzle-orm";
import { isPastDeadline } from "@/contract/deadline";
import type { BackendConfig } from "../config";
import type { Executor } from "../db/connect";
import { editions } from "../db/schema/applications";
import { currentEdition, type Edition } from "../editions/edition";
import { fail } from "../http/failure";

/** The edition of a year, or without a year the one current at `now`; 404 for a year that has none. */
export async function editionOf(
  db: Executor,
  year: number | undefined,
  now: Date,
): Promise<Edition> {
  if (year === undefined) return currentEdition(db, now);
  const [edition] = await db.select().from(editions).where(eq(editions.year, year));
  return edition ?? fail("not_found");
}

/**
 * Refuses scores before the evaluation is open (rule evaluation.open-from). Without a date, a first sent project exists whenever there is anything to score.
 */
export function requireScoringOpen(edition: Edition, at: Date, config: BackendConfig): void {
  if (edition.evaluationOpensAt && at < edition.evaluationOpensAt) fail("not_yet_open");
  requireBeforeEnd(edition, at, config);
}

/** After the evaluation's own deadline and the grace period nothing changes, closed by hand or not. */
export function requireBeforeEnd(edition: Edition, at: Date, config: BackendConfig): void {
  const end = edition.evaluationClosesAt;
  if (end && isPastDeadline(end, at, config.GRACE_MINUTES)) fail("evaluation_closed");
}
