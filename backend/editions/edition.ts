import { desc, eq, max, type Placeholder, type SQL, sql } from "drizzle-orm";
import { editionState, isPastDeadline } from "@/contract/deadline";
import { AFTER_SENDING } from "@/contract/project/project-schemas";
import type { BackendConfig } from "../config";
import type { Executor } from "../db/connect";
import { editions, projects } from "../db/schema/applications";
import { fail } from "../http/failure";

export type Edition = typeof editions.$inferSelect;

/** Returns all editions, newest first. */
export function listEditions(db: Executor): Promise<Edition[]> {
  return db.select().from(editions).orderBy(desc(editions.year));
}

/**
 * Returns the SQL order that puts the current edition first. The newest edition is current, but a prepared edition
 * becomes current only when the previous one has ended. Otherwise, preparing next year would hide this year's
 * applications. An edition ends a day after its last date and its last extension, because the grace period is at most a
 * day.
 */
export function currentFirst(now: Date | Placeholder): SQL[] {
  const at = sql`${now instanceof Date ? now.toISOString() : now}::timestamptz`;
  const waits = sql`${editions.opensAt} > ${at} and exists (
    select 1 from editions as older where older.year < ${editions.year} and greatest(
      older.closes_at, older.evaluation_closes_at, older.awarded_at,
      (select max(rounds.closes_at) from rounds where rounds.edition_id = older.id),
      (select max(extended_until) from projects where projects.edition_id = older.id)
    ) > ${at} - interval '1 day')`;
  return [waits, desc(editions.year)];
}

/** Returns the edition that is current at a given time, or null if there is none. */
export async function findCurrentEdition(db: Executor, now: Date): Promise<Edition | null> {
  const [edition] = await db
    .select()
    .from(editions)
    .orderBy(...currentFirst(now))
    .limit(1);
  return edition ?? null;
}

/** Returns the current edition. Fails with 503 if there is no edition, because every request needs one. */
export async function currentEdition(db: Executor, now: Date): Promise<Edition> {
  const edition = await findCurrentEdition(db, now);
  return edition ?? fail("unavailable", { message: "no edition exists yet", retryAfter: 60 });
}

/** Returns the editions with their state at a given time, in the contract's format. */
export function editionsAnswer(list: Edition[], now: Date) {
  return list.map((edition) => ({
    year: edition.year,
    opensAt: edition.opensAt.toISOString(),
    closesAt: edition.closesAt.toISOString(),
    state: editionState(edition, now),
  }));
}

/**
 * Locks the selection of an edition until the transaction ends. So decisions are made one after the other, and the
 * number of places per stage does not change meanwhile.
 */
export async function lockSelection(tx: Executor, editionId: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`funnel:${editionId}`}, 0))`,
  );
}

/** Returns whether applicants can change an application after sending it. */
export function afterSendingOf({ afterSending }: Pick<Edition, "afterSending">) {
  return AFTER_SENDING.find((rule) => rule === afterSending) ?? AFTER_SENDING[0];
}

/** Returns an applicant's deadline. A deadline extension never makes the deadline earlier. */
export function deadlineFor(edition: Edition, project: { extendedUntil: Date | null } | null) {
  const extended = project?.extendedUntil;
  return extended && extended > edition.closesAt ? extended : edition.closesAt;
}

/** Returns the latest deadline of any applicant in an edition: the edition's deadline or the longest extension. */
export async function lastDeadline(db: Executor, edition: Edition): Promise<Date> {
  const [row] = await db
    .select({ extendedUntil: max(projects.extendedUntil) })
    .from(projects)
    .where(eq(projects.editionId, edition.id));
  return deadlineFor(edition, row ?? null);
}

/**
 * Returns the minutes after a deadline during which saves, uploads, and submissions are still accepted: the edition's
 * setting, or else the site's setting.
 */
export function graceOf(
  { graceMinutes }: Pick<Edition, "graceMinutes">,
  config: Pick<BackendConfig, "GRACE_MINUTES">,
): number {
  return graceMinutes ?? config.GRACE_MINUTES;
}

/**
 * Rejects changes to an application before the edition opens, and after the applicant's deadline and grace period.
 */
export function requireOpen(
  edition: Edition,
  project: { extendedUntil: Date | null } | null,
  arrivedAt: Date,
  config: BackendConfig,
): void {
  if (arrivedAt < edition.opensAt) fail("not_yet_open");
  if (isPastDeadline(deadlineFor(edition, project), arrivedAt, graceOf(edition, config))) {
    fail("deadline_passed");
  }
}
