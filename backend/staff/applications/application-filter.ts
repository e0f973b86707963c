import { and, eq, isNotNull, isNull, not, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { romeDayEnd, romeMidnight } from "@/contract/deadline";
import { DAY, HOUR } from "@/contract/durations";
import type { Stage } from "@/contract/evaluation/funnel";
import type { ApplicationState } from "@/contract/staff/application-states";
import {
  ANSWER_FILTERS,
  type AnswerFilter,
  type ApplicationProblem,
  type applicationsFilterSchema,
  readingsRange,
} from "@/contract/staff/applications";
import { LAST_DAYS } from "@/contract/staff/today";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { editions, projectPeople, projects, submissions } from "../../db/schema/applications";
import { auditEntries } from "../../db/schema/audit-log";
import { decisions } from "../../db/schema/evaluations";
import { projectTags } from "../../db/schema/tags";
import type { Edition } from "../../editions/edition";
import { findShownRound, type Round, type RoundKey } from "../../editions/rounds";
import { readableStages } from "../../evaluations/close/ranking-access";
import {
  type FewReadings,
  fewReadings,
  fewReadingsNow,
  visibleReadings,
} from "../../evaluations/reading-progress";
import { rejectingAccounts } from "../../mail/mail-state";
import { isComplete } from "../../project/complete";
import { readReceiptNumber } from "../../project/receipt/receipt-number";
import { isInCharge } from "../owners/owners";
import { containsWord, phoneConditions, searchWords } from "../search-words";

export type Filter = z.output<typeof applicationsFilterSchema>;

/** SQL expression over `projects` for the state of an application. Each application has exactly one state. */
export const stateOf = sql<ApplicationState>`case
  when ${projects.withdrawnAt} is not null then 'withdrawn'
  when ${projects.sentVersion} = ${projects.version} then 'sent'
  when ${projects.sentVersion} is not null then 'changed'
  when ${isComplete} then 'complete'
  else 'begun' end`;

/**
 * Number of rejected uploads to one form field after which the applicant possibly needs help. A single rejection is
 * normal.
 */
const REFUSED_OFTEN = 2;
/**
 * SQL query for the form fields with at least `REFUSED_OFTEN` rejected uploads and no later accepted file. `some` is an
 * SQL condition on the rejection events.
 */
const refusedFiles = (some: SQL) => sql`(
  select often.project, often.times from (
    select event.project_id as project, event.data ->> 'field' as field, count(*)::int as times, max(event.at) as last
    from project_events as event where event.type = 'file_refused' and ${some}
    group by 1, 2 having count(*) >= ${sql.raw(String(REFUSED_OFTEN))}
  ) as often
  -- This subquery finds the file of each row by the index. A join would search the files of all editions.
  where coalesce((select files.uploaded_at from files where files.project_id = often.project and files.field = often.field
    and files.detached_at is null), '-infinity') <= often.last)`;

/**
 * SQL expression over `projects` for the number of rejected uploads of an application. Counts only form fields with
 * repeated rejections.
 */
export const refusals = sql<number>`(select coalesce(sum(refused.times), 0)::int
  from ${refusedFiles(sql`event.project_id = projects.id`)} as refused)`;

/**
 * Milliseconds after which an unfinished upload counts as interrupted. Even the largest file arrives within this time.
 */
const UPLOAD_PATIENCE = HOUR;
/**
 * SQL condition over `uploads as begun`: the upload has been unfinished for too long, and the same form field has no
 * later file.
 */
const isBrokenOff = (now: Date) => sql`begun.finished_at is null
  and begun.created_at <= ${new Date(now.getTime() - UPLOAD_PATIENCE).toISOString()}::timestamptz
  and not exists (select from files where files.project_id = begun.project_id and files.field = begun.field
    and files.uploaded_at > begun.created_at)`;

/** SQL expression over `projects` for the number of interrupted uploads of an application, one per field. */
export const interruptions = (now: Date) => sql<number>`(select count(distinct begun.field)::int
  from uploads as begun where begun.project_id = projects.id and ${isBrokenOff(now)})`;

/** SQL join for the current videos and decks whose conversion failed, with the alias `file`. */
const FAILED_FILES = sql`files as file join renditions on renditions.file_id = file.id and renditions.state = 'failed'
  where file.detached_at is null`;

/** SQL expression over `projects` for the number of videos and decks of an application whose conversion failed. */
export const failedFiles = sql<number>`(select count(*)::int from ${FAILED_FILES} and file.project_id = projects.id)`;

/** SQL conditions over `projects` joined with `users`, one for each kind of problem of an application. */
export const inTrouble = (now: Date): Record<ApplicationProblem, SQL> => ({
  interrupted: sql`${projects.id} in (select begun.project_id from uploads as begun where ${isBrokenOff(now)})`,
  refused: sql`${projects.id} in (select refused.project from ${refusedFiles(sql`true`)} as refused)`,
  video_failed: sql`${projects.id} in (select file.project_id from ${FAILED_FILES})`,
  // Checks whether the last email to the account's address was rejected, regardless of the email's subject.
  mail_failed: sql`${projects.userId} in ${rejectingAccounts}`,
  unconfirmed: sql`${projects.userId} in (select ${users.id} from ${users} where ${users.emailConfirmedAt} is null)`,
});

/** SQL condition: the application's deadline is extended beyond the general deadline. */
export const hasExtension = (closesAt: Date) =>
  sql`${projects.extendedUntil} > ${closesAt.toISOString()}::timestamptz`;

/** SQL expression for the deadline of an application, including an extension. */
export const deadlineOf = (closesAt: Date) =>
  sql<Date>`greatest(${closesAt.toISOString()}::timestamptz, ${projects.extendedUntil})`;

/**
 * SQL condition: the deadline of the application is in the future. With `soon`, the deadline is within the next
 * `LAST_DAYS` days.
 */
export function isDue(due: NonNullable<Filter["due"]>, closesAt: Date, now: Date): SQL {
  const deadline = deadlineOf(closesAt);
  const soon = new Date(now.getTime() + LAST_DAYS * DAY);
  return sql`(${deadline} > ${now.toISOString()}::timestamptz
    ${due === "soon" ? sql`and ${deadline} <= ${soon.toISOString()}::timestamptz` : sql``})`;
}

/**
 * Returns the SQL condition over `projects` joined with `users` for the edition's applications that match a filter.
 * Lists, counts, exports, and actions all use this condition.
 *
 * @param viewer the id of the caller, for the filter of applications in the caller's charge
 * @param few the projects that too few evaluators read, if the calling function already counted the evaluators
 */
export async function applicationsMatching(
  db: Executor,
  filter: Filter,
  edition: Edition,
  now: Date,
  viewer?: string,
  few?: FewReadings,
): Promise<SQL | undefined> {
  const { state, search = "", trouble, extended, due, readings, earlier, language } = filter;
  const { tag, owner, notes, needs, sent_on } = filter;
  const usual = () => findShownRound(db, edition, undefined, now);
  return and(
    eq(projects.editionId, edition.id),
    state === "withdrawn" ? isNotNull(projects.withdrawnAt) : isNull(projects.withdrawnAt),
    state && state !== "withdrawn" ? sql`${stateOf} = ${state}` : undefined,
    trouble && inTrouble(now)[trouble],
    extended && hasExtension(edition.closesAt),
    due && isDue(due, edition.closesAt, now),
    readings ? await isReadBy(db, await usual(), readings) : undefined,
    hasAnswers(edition.id, filter),
    sent_on ? isFirstSentOn(edition.id, sent_on) : undefined,
    // Use a subquery on `users`, because the queries that count applications do not join `users`.
    language &&
      sql`${projects.userId} in (select ${users.id} from ${users} where ${users.language} = ${language})`,
    await hasOutcome(db, edition, filter),
    earlier && (earlier === "yes" ? isEarlier(edition.year) : sql`not ${isEarlier(edition.year)}`),
    tag !== undefined ? hasTag(tag) : undefined,
    owner !== undefined ? isInCharge(projects.ownerId, owner, viewer) : undefined,
    notes && (notes === "yes" ? hasNotes(edition.id) : not(hasNotes(edition.id))),
    needs && (await needsSomething(db, edition, now, await usual(), few)),
    ...searchWords(search).map((word) => hasWord(word, edition.id)),
  );
}

/**
 * SQL condition: the number of evaluators who read the submission matches the filter. The filter contains a range of
 * numbers, or selects submissions that too few evaluators read.
 */
async function isReadBy(
  db: Executor,
  round: RoundKey,
  readings: NonNullable<Filter["readings"]>,
): Promise<SQL> {
  const range = readingsRange(readings);
  if (!range) {
    const few = await fewReadings(db, round);
    // Use a subquery instead of a join, because PostgreSQL would otherwise compare each application with each
    // submission, even for one page of the list.
    return sql`(${projects.id} in (select ${submissions.projectId} from ${submissions} where ${few})) is true`;
  }
  const counts = await visibleReadings(db, round);
  if (!counts) return sql`false`;
  const atMost = Number.isFinite(range.to) ? sql`and number <= ${range.to}` : sql``;
  return sql`${projects.id} in (select project_id from (${counts}) as reading where number >= ${range.from} ${atMost})`;
}

/** Answers that have a generated column in `submissions`, which is faster to read than the whole submission. */
const STORED_ANSWERS: readonly string[] = [
  ...["tipologia_impresa", "stage", "industry", "tech", "femminile", "sustainableretail"],
  "referente_age",
];

/** Returns the SQL expression for an answer of a submission. */
export const answerOf = (name: AnswerFilter): SQL<string> =>
  // Raw SQL is safe, because field names come from the contract, never from the request.
  sql.raw(
    STORED_ANSWERS.includes(name)
      ? `submissions.${name}`
      : `coalesce(submissions.project->>'${name}', '')`,
  ) as SQL<string>;

/** SQL condition: the submission contains the answers that the filter asks for. */
function hasAnswers(editionId: string, filter: Filter): SQL | undefined {
  const asked = ANSWER_FILTERS.flatMap((name) => {
    const value = filter[name];
    return value ? [sql`${answerOf(name)} = ${value}`] : [];
  });
  if (filter.heard) asked.push(sql`${filter.heard} = any(${submissions.heard})`);
  if (asked.length === 0) return undefined;
  return sql`${projects.id} in (select ${submissions.projectId} from ${submissions}
    where ${submissions.editionId} = ${editionId} and ${submissions.current} and ${and(...asked)})`;
}

/** SQL condition: the application was first sent on the given day in Rome. */
function isFirstSentOn(editionId: string, day: string): SQL {
  const [from, to] = [romeMidnight(day), romeDayEnd(day)].map((one) => one.toISOString());
  return sql`${projects.id} in (select first.project_id from ${submissions} as first
    where first.edition_id = ${editionId} group by first.project_id
    having min(first.sent_at) >= ${from}::timestamptz and min(first.sent_at) < ${to}::timestamptz)`;
}

/** SQL condition: the application has a tag. With `none`, the application has no tag. */
const hasTag = (tag: string): SQL =>
  tag === "none"
    ? sql`not exists (select from ${projectTags} where ${projectTags.projectId} = ${projects.id})`
    : sql`${projects.id} in (select ${projectTags.projectId} from ${projectTags} where ${projectTags.tagId} = ${tag})`;

/**
 * SQL query for the accounts about which staff wrote notes in an edition. Omits erased notes. `some` is an SQL
 * condition on the notes.
 */
const noted = (editionId: string, some: SQL = sql`true`) => sql`(
  select (note.target ->> 'user')::uuid from ${auditEntries} as note
  where note.act = 'application.note' and note.target ->> 'edition' = ${editionId} and note.words ? 'reason' and ${some})`;

/** SQL expression for the text of a note, normalized in case and accents. */
const NOTE_KEY = sql`search_key(note.words -> 'reason' ->> 'text')`;

/** SQL condition: staff wrote notes about the application. */
const hasNotes = (editionId: string): SQL => sql`${projects.userId} in ${noted(editionId)}`;

/**
 * SQL condition: the application has a problem or a near deadline, or too few evaluators read the application. The
 * staff start page counts applications by the same conditions.
 */
async function needsSomething(
  db: Executor,
  edition: Edition,
  now: Date,
  round: Round,
  known?: FewReadings,
): Promise<SQL | undefined> {
  const few = known ?? (await fewReadingsNow(db, round, now));
  const { interrupted, refused, video_failed, mail_failed } = inTrouble(now);
  return or(
    and(sql`${stateOf} = 'complete'`, isDue("soon", edition.closesAt, now)),
    and(or(interrupted, refused), isDue("ahead", edition.closesAt, now)),
    video_failed,
    mail_failed,
    few.state === "due" ? await isReadBy(db, round, "few") : undefined,
  );
}

/**
 * SQL condition: the application has an outcome that staff can see. Without access to a stage's ranking, only released
 * decisions count, so neither counts nor order reveal planned decisions. Rule: staff.blind.
 */
async function hasOutcome(
  db: Executor,
  edition: Edition,
  { reached, outcome = reached && "selected" }: Pick<Filter, "reached" | "outcome">,
): Promise<SQL | undefined> {
  if (!outcome) return undefined;
  const decided = visibleDecisions(edition.id, await readableStages(db, edition));
  const at = (some: SQL) =>
    sql`(select project_id from (${decided}) as decision where ${and(some, reached && sql`stage = ${reached}`)})`;
  return outcome === "undecided"
    ? and(isNotNull(projects.sentAt), sql`${projects.id} not in ${at(sql`true`)}`)
    : sql`${projects.id} in ${at(sql`outcome = ${outcome}`)}`;
}

/**
 * SQL query for the newest decision in effect per project and stage of an edition, with `project_id`, `stage`,
 * `outcome` and `released`.
 *
 * @param readable the stages whose ranking staff can read; only these include unreleased decisions
 */
export const visibleDecisions = (editionId: string, readable: readonly Stage[]): SQL =>
  sql`select distinct on (project_id, stage) project_id, stage, outcome, release_id is not null as released
    from ${decisions} where edition_id = ${editionId} and undone_at is null
    and (release_id is not null or stage = any(${sql.param([...readable])}::text[]))
    order by project_id, stage, sequence desc`;

/** SQL condition: the applicant sent an application to an edition before `year`. */
export const isEarlier = (year: number): SQL<boolean> =>
  sql`(${projects.userId} in (select former.user_id from ${projects} as former
    join ${editions} as past on past.id = former.edition_id
    where past.year < ${year} and former.sent_at is not null))`;

/**
 * SQL condition: a word occurs in the project's name, a person's name or email address, a phone number, a receipt
 * number, or a note. Ignores case and accents. A phone number matches in any notation.
 */
function hasWord(word: string, editionId: string): SQL {
  const receipt = readReceiptNumber(word);
  const phone = phoneConditions(word, projects.searchText);
  return sql`(${projects.userId} in (select ${users.id} from ${users} where ${containsWord(users.searchText, word)})
    or ${containsWord(projects.searchText, word)}
    or ${projects.userId} in ${noted(editionId, containsWord(NOTE_KEY, word))}
    ${phone ? sql`or ${phone.inText} or ${projects.id} in (select ${projectPeople.projectId} from ${projectPeople} where ${phone.isClaimed})` : sql``}
    ${receipt ? sql`or ${projects.id} in (select receipts.project_id from ${submissions} as receipts where receipts.number = ${receipt})` : sql``})`;
}
