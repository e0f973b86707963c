import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { DAY, HOUR } from "@/contract/durations";
import type {
  ApplicationProblem,
  ApplicationState,
  applicationsFilterSchema,
} from "@/contract/staff/applications";
import { LAST_DAYS } from "@/contract/staff/today";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { projects, submissions } from "../../db/schema/applications";
import { fewReadings } from "../../evaluations/reading-progress";
import { isRejecting } from "../../mail/mail-state";
import { isComplete } from "../../project/complete";
import { receiptNumber } from "../../project/receipt/receipt-number";

export type Filter = z.output<typeof applicationsFilterSchema>;

/** SQL expression for the state of an application, over `projects`. Each application has exactly one state. */
export const stateOf = sql<ApplicationState>`case
  when ${projects.withdrawnAt} is not null then 'withdrawn'
  when ${projects.sentVersion} = ${projects.version} then 'sent'
  when ${projects.sentVersion} is not null then 'changed'
  when ${isComplete} then 'complete'
  else 'begun' end`;

/**
 * Number of rejected uploads of one file from which the applicant possibly needs help. A single rejection is a
 * slip.
 */
const REFUSED_OFTEN = 2;
/**
 * Returns the files that were rejected at least `REFUSED_OFTEN` times without a later accepted upload. `some`
 * filters the events.
 */
const refusedFiles = (some: SQL) => sql`(
  select often.project, often.times from (
    select event.project_id as project, event.data ->> 'field' as field, count(*)::int as times, max(event.at) as last
    from project_events as event where event.type = 'file_refused' and ${some}
    group by 1, 2 having count(*) >= ${sql.raw(String(REFUSED_OFTEN))}
  ) as often
  -- A value of each, by the index: as a join it would be looked for among all files of all editions.
  where coalesce((select files.uploaded_at from files where files.project_id = often.project and files.field = often.field
    and files.detached_at is null), '-infinity') <= often.last)`;

/**
 * SQL expression for the number of rejected uploads of an application, over `projects`. Counts only files that
 * were rejected repeatedly.
 */
export const refusals = sql<number>`(select coalesce(sum(refused.times), 0)::int
  from ${refusedFiles(sql`event.project_id = projects.id`)} as refused)`;

/** Time after which an unfinished upload counts as interrupted. Even the largest file arrives within this time. */
const UPLOAD_PATIENCE = HOUR;
/**
 * Condition over `uploads as begun`: the upload is not finished, and no later upload replaced it in the same
 * field.
 */
const isBrokenOff = (now: Date) => sql`begun.finished_at is null
  and begun.created_at <= ${new Date(now.getTime() - UPLOAD_PATIENCE).toISOString()}::timestamptz
  and not exists (select from files where files.project_id = begun.project_id and files.field = begun.field
    and files.uploaded_at > begun.created_at)`;

/** SQL expression for the number of interrupted uploads of an application, one per field, over `projects`. */
export const interruptions = (now: Date) => sql<number>`(select count(distinct begun.field)::int
  from uploads as begun where begun.project_id = projects.id and ${isBrokenOff(now)})`;

/** Conditions per kind of trouble of an application, over `projects` joined with `users`. */
export const inTrouble = (now: Date): Record<ApplicationProblem, SQL> => ({
  interrupted: sql`${projects.id} in (select begun.project_id from uploads as begun where ${isBrokenOff(now)})`,
  refused: sql`${projects.id} in (select refused.project from ${refusedFiles(sql`true`)} as refused)`,
  // Checks the account's address, regardless of the subject of the rejected email.
  mail_failed: sql`${projects.userId} in (select ${users.id} from ${users} where ${isRejecting(users.email)})`,
  unconfirmed: sql`${projects.userId} in (select ${users.id} from ${users} where ${users.emailConfirmedAt} is null)`,
});

/** Condition: the application has a deadline extension beyond the end of applications. */
export const hasExtension = (closesAt: Date) =>
  sql`${projects.extendedUntil} > ${closesAt.toISOString()}::timestamptz`;

/** SQL expression for the deadline of an application, including its extension. */
export const deadlineOf = (closesAt: Date) =>
  sql<Date>`greatest(${closesAt.toISOString()}::timestamptz, ${projects.extendedUntil})`;

/** Condition: the deadline of the application is in the future, or within the next `LAST_DAYS` days for `soon`. */
export function isDue(due: NonNullable<Filter["due"]>, closesAt: Date, now: Date): SQL {
  const deadline = deadlineOf(closesAt);
  const soon = new Date(now.getTime() + LAST_DAYS * DAY);
  return sql`(${deadline} > ${now.toISOString()}::timestamptz
    ${due === "soon" ? sql`and ${deadline} <= ${soon.toISOString()}::timestamptz` : sql``})`;
}

/**
 * Returns the condition for the applications of an edition that match a filter, over `projects` joined with
 * `users`. Lists, counts, exports, and actions all use this condition.
 */
export async function applicationsMatching(
  db: Executor,
  { state, search = "", trouble, extended, due, readings }: Filter,
  edition: { id: string; closesAt: Date },
  now: Date,
): Promise<SQL | undefined> {
  return and(
    eq(projects.editionId, edition.id),
    state === "withdrawn" ? isNotNull(projects.withdrawnAt) : isNull(projects.withdrawnAt),
    state && state !== "withdrawn" ? sql`${stateOf} = ${state}` : undefined,
    trouble && inTrouble(now)[trouble],
    extended && hasExtension(edition.closesAt),
    due && isDue(due, edition.closesAt, now),
    readings && (await isReadByFew(db, edition.id)),
    ...search.split(/\s+/u).filter(Boolean).map(hasWord),
  );
}

/** Condition: the submission of the application has fewer readings than wanted. */
async function isReadByFew(db: Executor, editionId: string): Promise<SQL> {
  const few = await fewReadings(db, editionId);
  // A subquery, not a join: for one page the planner would compare each application with each submission.
  return sql`(${projects.id} in (select ${submissions.projectId} from ${submissions} where ${few})) is true`;
}

/**
 * Condition: a word occurs in the name, the people, an address, a phone number, or a receipt number. Ignores
 * case and accents.
 */
function hasWord(word: string): SQL {
  const like = (some: string) => `%${some.replaceAll(/[\\%_]/g, "\\$&")}%`;
  // A subquery, so that the database calculates the pattern once and not for every row.
  const pattern = sql`(select search_key(${like(word)}))`;
  const [, year, count] = /^(\d{4})-(\d{1,6})$/.exec(word) ?? [];
  const digits = word.replaceAll(/\D/g, "");
  return sql`(${projects.userId} in (select ${users.id} from ${users} where ${users.searchText} like ${pattern})
    or ${projects.searchText} like ${pattern}
    ${digits.length > 3 ? sql`or ${projects.searchText} like ${like(digits)}` : sql``}
    ${year && count ? sql`or ${projects.id} in (select receipts.project_id from ${submissions} as receipts where receipts.number = ${receiptNumber(Number(year), Number(count))})` : sql``})`;
}
