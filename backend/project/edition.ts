import { desc } from "drizzle-orm";
import { editionState, isPastDeadline } from "@/contract/deadline";
import type { BackendConfig } from "../config";
import type { Executor } from "../db/connect";
import { editions } from "../db/schema/applications";
import { fail } from "../http/failure";

export type Edition = typeof editions.$inferSelect;

/** All editions, the newest first. */
export function listEditions(db: Executor): Promise<Edition[]> {
  return db.select().from(editions).orderBy(desc(editions.year));
}

/** The current edition is the newest by year. 503 while there is none: nothing can be asked of us. */
export async function currentEdition(db: Executor): Promise<Edition> {
  const [edition] = await db.select().from(editions).orderBy(desc(editions.year)).limit(1);
  return edition ?? fail("unavailable", { message: "no edition exists yet", retryAfter: 60 });
}

/** What an answer says of the editions, with their state at an instant. */
export function editionsAnswer(list: Edition[], now: Date) {
  return list.map((edition) => ({
    year: edition.year,
    opensAt: edition.opensAt.toISOString(),
    closesAt: edition.closesAt.toISOString(),
    state: editionState(edition, now),
  }));
}

/** The deadline that holds for one applicant: an extension never makes it earlier. */
export function deadlineFor(edition: Edition, project: { extendedUntil: Date | null } | null) {
  const extended = project?.extendedUntil;
  return extended && extended > edition.closesAt ? extended : edition.closesAt;
}

/** Refuses what comes before the edition opens, or after the applicant's deadline and the grace. */
export function requireOpen(
  edition: Edition,
  project: { extendedUntil: Date | null } | null,
  arrivedAt: Date,
  config: BackendConfig,
): void {
  if (arrivedAt < edition.opensAt) fail("not_yet_open");
  if (isPastDeadline(deadlineFor(edition, project), arrivedAt, config.GRACE_MINUTES)) {
    fail("deadline_passed");
  }
}
