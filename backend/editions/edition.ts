import { desc, eq, max, type SQL, sql } from "drizzle-orm";
import { editionState, isPastDeadline } from "@/contract/deadline";
import type { BackendConfig } from "../config";
import type { Executor } from "../db/connect";
import { editions, projects } from "../db/schema/applications";
import { fail } from "../http/failure";

export type Edition = typeof editions.$inferSelect;

/** All editions, newest first. */
export function listEditions(db: Executor): Promise<Edition[]> {
  return db.select().from(editions).orderBy(desc(editions.year));
}

/**
 * The order in which the current edition comes first: the newest, but one that is prepared and not
 * yet open waits until the previous one is over. Otherwise preparing next year would take this year's
 * applications away from those writing and those evaluating them. An edition is over a day after
 * the last of its dates and its applicants' extensions: the longest grace is a day.
 */
export function currentFirst(now: Date): SQL[] {
  const at = sql`${now.toISOString()}::timestamptz`;
  const waits = sql`${editions.opensAt} > ${at} and exists (
    select 1 from editions as older where older.year < ${editions.year} and greatest(
      older.closes_at, older.evaluation_closes_at, older.awarded_at,
      (select max(extended_until) from projects where projects.edition_id = older.id)
    ) > ${at} - interval '1 day')`;
  return [waits, desc(editions.year)];
}

/** The current edition at an instant; null while there is none. */
export async function findCurrentEdition(db: Executor, now: Date): Promise<Edition | null> {
  const [edition] = await db
    .select()
    .from(editions)
    .orderBy(...currentFirst(now))
    .limit(1);
  return edition ?? null;
}

/** The same; 503 while there is none: no request can be served. */
export async function currentEdition(db: Executor, now: Date): Promise<Edition> {
  const edition = await findCurrentEdition(db, now);
  return edition ?? fail("unavailable", { message: "no edition exists yet", retryAfter: 60 });
}

/** What an answer says about the editions, with their state at an instant. */
export function editionsAnswer(list: Edition[], now: Date) {
  return list.map((edition) => ({
    year: edition.year,
    opensAt: edition.opensAt.toISOString(),
    closesAt: edition.closesAt.toISOString(),
    state: editionState(edition, now),
  }));
}

/** The deadline that applies to one applicant: an extension never makes it earlier. */
export function deadlineFor(edition: Edition, project: { extendedUntil: Date | null } | null) {
  const extended = project?.extendedUntil;
  return extended && extended > edition.closesAt ? extended : edition.closesAt;
}

/** The last deadline that applies to anybody in an edition: its own, or the longest extension. */
export async function lastDeadline(db: Executor, edition: Edition): Promise<Date> {
  const [row] = await db
    .select({ extendedUntil: max(projects.extendedUntil) })
    .from(projects)
    .where(eq(projects.editionId, edition.id));
  return deadlineFor(edition, row ?? null);
}

/** Refuses what arrives before the edition opens, or after the applicant's deadline and grace period. */
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
