import { and, eq, exists, inArray, isNotNull, isNull, not, type SQL, sql } from "drizzle-orm";
import { FINAL_STAGES } from "@/contract/evaluation/funnel";
import { DRAFT_MONTHS, FINAL_YEARS, RECEIPT_YEARS, SENT_MONTHS } from "@/contract/limits";
import { appendAuditEntry, byClock, editionTarget } from "../audit-log/entries";
import type { Database, Executor } from "../db/connect";
import { editions, projects } from "../db/schema/applications";
import { decisions, evaluationRecords } from "../db/schema/evaluations";
import type { Dependencies } from "../dependencies";
import { deleteFiles, eraseApplications } from "../project/erase-applications";
import { type Erased, eraseBytes } from "./erase-bytes";

type Tools = Pick<Dependencies, "db" | "config" | "store">;

/** SQL expression for the application's deadline. A deadline extension never makes the deadline earlier. */
const deadline = sql`greatest(${editions.closesAt}, ${projects.extendedUntil})`;

/** SQL expression for the instant that is `months` months after `instant`. */
const later = (instant: unknown, months: number) =>
  sql`(${instant} + make_interval(months => ${months}::int))`;
/**
 * Returns the SQL condition that the given number of months has passed since the edition's award date. Never true for
 * an edition without an award date.
 */
const isOver = (months: number, now: Date) =>
  sql`${later(editions.awardedAt, months)} <= ${now.toISOString()}::timestamptz`;

/**
 * SQL condition over `projects`: the project has a place in the final. If staff correct the decision, the place counts
 * until the correction is released, so that an unreleased correction erases no data.
 */
const hasFinalPlace = sql`exists (
  select 1 from ${decisions} d where d.project_id = ${projects.id} and d.outcome = 'selected' and d.undone_at is null
    and ${inArray(sql`d.stage`, [...FINAL_STAGES])}
    and not exists (select 1 from ${decisions} later where later.project_id = d.project_id and later.stage = d.stage
      and later.outcome = 'not_selected' and later.release_id is not null and later.sequence > d.sequence))`;

/**
 * SQL condition over `projects` and `editions`: the application was sent, its content is still stored, and it has no
 * place in the final.
 */
const isSentOnly = and(
  isNotNull(projects.sentVersion),
  isNull(projects.erasedAt),
  not(hasFinalPlace),
);

/**
 * Erases withdrawn applications after the applicant's deadline and grace period, because they can no longer be restored
 * (rule application.retention). Returns the number of erased applications.
 */
export function eraseWithdrawn(tools: Tools, now: Date): Promise<number> {
  const grace = sql`make_interval(mins => coalesce(${editions.graceMinutes}, ${tools.config.GRACE_MINUTES})::int)`;
  const isFinal = sql`${deadline} + ${grace} <= ${now.toISOString()}::timestamptz`;
  return eraseProjects(tools, now, and(isNotNull(projects.withdrawnAt), isFinal));
}

/**
 * Erases applications that were never submitted, a year after their deadline (rule application.retention). Returns the
 * number of erased applications.
 */
export function eraseUnsent(tools: Tools, now: Date): Promise<number> {
  const isOld = sql`${later(deadline, DRAFT_MONTHS)} <= ${now.toISOString()}::timestamptz`;
  return eraseProjects(tools, now, and(isNull(projects.sentVersion), isOld));
}

/**
 * Erases the data that the applicants' privacy notice limits after the awards (rule application.retention). First
 * erases the content of applications without a place in the final. Later erases the receipts of these applications and
 * the evaluation records, and finally the applications in the final. Erases no data of an edition without an award
 * date. Returns the number of erased applications.
 */
export async function eraseAwarded(tools: Tools, now: Date): Promise<number> {
  await eraseRecords(tools.db, now);
  const old = await eraseProjects(
    tools,
    now,
    and(
      isNotNull(projects.sentVersion),
      isOver(RECEIPT_YEARS * 12, now),
      sql`(not ${hasFinalPlace} or ${isOver(FINAL_YEARS * 12, now)})`,
    ),
  );
  const content = (tx: Executor, ids: string[]) =>
    eraseApplications(tx, inArray(projects.id, ids), now);
  return (
    old + (await eraseProjects(tools, now, and(isSentOnly, isOver(SENT_MONTHS, now)), content))
  );
}

/** Deletes the evaluation records whose retention period has passed. */
async function eraseRecords(db: Database, now: Date): Promise<void> {
  const closed = db
    .select()
    .from(evaluationRecords)
    .where(eq(evaluationRecords.editionId, editions.id));
  const due = await db
    .select()
    .from(editions)
    .where(and(isOver(RECEIPT_YEARS * 12, now), exists(closed)));
  for (const edition of due) {
    await db.transaction(async (tx) => {
      // The trigger `keep_records` allows deletions only in the edition whose id is in the setting
      // `slancio.erased_edition`.
      await tx.execute(sql`select set_config('slancio.erased_edition', ${edition.id}, true)`);
      const erased = await tx
        .delete(evaluationRecords)
        .where(eq(evaluationRecords.editionId, edition.id))
        .returning({ id: evaluationRecords.id });
      await writeErased(tx, "evaluation.erase", edition, erased.length, now);
    });
  }
}

/**
 * Returns for each edition the number of sent applications without a place in the final, and when `eraseAwarded` erases
 * their content. The command `doctor` reports these numbers.
 */
export function dueAfterAwards(db: Database) {
  return db
    .select({
      year: editions.year,
      count: sql<number>`count(*)::int`,
      at: sql<Date | null>`${later(editions.awardedAt, SENT_MONTHS)}`.mapWith(editions.awardedAt),
      closesAt: editions.closesAt,
    })
    .from(projects)
    .innerJoin(editions, eq(editions.id, projects.editionId))
    .where(isSentOnly)
    .groupBy(editions.id)
    .orderBy(editions.year);
}

/** Deletes applications with their submissions, timeline, and evaluations. */
async function deleteProjects(tx: Executor, ids: string[]): Promise<Erased> {
  const bytes = await deleteFiles(tx, ids);
  await tx.delete(projects).where(inArray(projects.id, ids));
  return bytes;
}

/**
 * Erases the applications that match a SQL condition over `projects` and `editions`, with their files. Each edition
 * gets one transaction and one audit log entry. Returns the number of erased applications.
 */
async function eraseProjects(
  { db, config, store }: Tools,
  now: Date,
  condition: SQL | undefined,
  erase: (tx: Executor, ids: string[]) => Promise<Erased> = deleteProjects,
): Promise<number> {
  const found = db
    .select()
    .from(projects)
    .where(and(eq(projects.editionId, editions.id), condition));
  let count = 0;
  for (const edition of await db.select().from(editions).where(exists(found))) {
    const erased = await db.transaction(async (tx): Promise<Erased | null> => {
      // Checks the erasure condition again while locking the applications, because an application could have been
      // restored, or its deadline extended, since the first check.
      const still = await tx
        .select({ id: projects.id })
        .from(projects)
        .innerJoin(editions, eq(editions.id, projects.editionId))
        .where(and(eq(editions.id, edition.id), condition))
        .for("update", { of: projects });
      if (still.length === 0) return null;
      count += still.length;
      const bytes = await erase(
        tx,
        still.map(({ id }) => id),
      );
      await writeErased(tx, "application.erase", edition, still.length, now);
      return bytes;
    });
    if (erased) await eraseBytes({ store, config }, erased);
  }
  return count;
}

function writeErased(
  tx: Executor,
  act: "application.erase" | "evaluation.erase",
  edition: { id: string; year: number },
  count: number,
  now: Date,
) {
  const data = { count: String(count) };
  return appendAuditEntry(tx, byClock(now), { act, target: editionTarget(edition), data });
}
