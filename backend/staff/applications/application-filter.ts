import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type {
  ApplicationState,
  applicationsFilterSchema,
  Trouble,
} from "@/contract/staff/applications";
import { users } from "../../db/schema/accounts";
import { projectEvents, projects, submissions } from "../../db/schema/applications";
import { outbox } from "../../db/schema/mail";
import { isComplete } from "../../project/complete";
import { receiptNumber } from "../../project/receipt/receipt-number";

export type Filter = z.output<typeof applicationsFilterSchema>;

/** What an application is, over `projects`: each is in one of these. */
export const stateOf = sql<ApplicationState>`case
  when ${projects.withdrawnAt} is not null then 'withdrawn'
  when ${projects.sentVersion} = ${projects.version} then 'sent'
  when ${projects.sentVersion} is not null then 'changed'
  when ${isComplete} then 'complete'
  else 'begun' end`;

/** How often files of it were refused, and how many mails about it failed, over `projects`. */
export const refusals = sql<number>`(select count(*)::int from ${projectEvents}
  where ${projectEvents.projectId} = ${projects.id} and ${projectEvents.type} = 'file_refused')`;
export const failedMails = sql<number>`(select count(*)::int from ${outbox}
  where ${outbox.projectId} = ${projects.id} and ${outbox.failedAt} is not null)`;

/** Refusals from which on somebody may need help: one is a slip. */
export const REFUSED_OFTEN = 2;

/** Applications in trouble, over `projects` joined with `users`. */
export const inTrouble: Record<Trouble, SQL> = {
  refused: sql`${projects.id} in (select ${projectEvents.projectId} from ${projectEvents}
    where ${projectEvents.type} = 'file_refused' group by 1 having count(*) >= ${sql.raw(String(REFUSED_OFTEN))})`,
  mail_failed: inArray(
    projects.id,
    sql`(select ${outbox.projectId} from ${outbox} where ${outbox.failedAt} is not null)`,
  ),
  unconfirmed: isNull(users.emailConfirmedAt),
};

/** More time than everybody has. */
export const hasExtension = (closesAt: Date) =>
  sql`${projects.extendedUntil} > ${closesAt.toISOString()}::timestamptz`;

/**
 * Which applications of an edition are meant, over `projects` joined with `users`: the one condition by which they are
 * listed, counted, exported and acted upon.
 */
export function applicationsMatching(
  { state, search = "", trouble, extended }: Filter,
  edition: { id: string; closesAt: Date },
): SQL | undefined {
  return and(
    eq(projects.editionId, edition.id),
    state === "withdrawn" ? isNotNull(projects.withdrawnAt) : isNull(projects.withdrawnAt),
    state && state !== "withdrawn" ? sql`${stateOf} = ${state}` : undefined,
    trouble && inTrouble[trouble],
    extended && hasExtension(edition.closesAt),
    ...search.split(/\s+/u).filter(Boolean).map(hasWord),
  );
}

/** A word of the name, the people or an address, regardless of case and accents; of a phone, or any receipt. */
function hasWord(word: string): SQL {
  const pattern = sql`'%' || search_key(${word.replaceAll(/[\\%_]/g, "\\$&")}) || '%'`;
  const [, year, count] = /^(\d{4})-(\d{1,6})$/.exec(word) ?? [];
  const digits = word.replaceAll(/\D/g, "");
  return sql`(search_key(concat_ws(' ', ${users.firstName}, ${users.lastName}, ${users.email}, ${projects.fields}->>'nome',
      ${projects.fields}->>'referente_nome_e_cognome', ${projects.fields}->>'referente_email')) like ${pattern}
    ${digits.length > 3 ? sql`or regexp_replace(coalesce(${projects.fields}->>'referente_telefono', ''), '\\D', '', 'g') like ${`%${digits}%`}` : sql``}
    ${year && count ? sql`or ${projects.id} in (select receipts.project_id from ${submissions} as receipts where receipts.number = ${receiptNumber(Number(year), Number(count))})` : sql``})`;
}
