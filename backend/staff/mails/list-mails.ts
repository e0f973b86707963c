import { and, asc, count, desc, eq, type SQL, sql } from "drizzle-orm";
import { MAIL_STATES, type MailState } from "@/contract/staff/mail-activity";
import type { listMails as contract, MailRow } from "@/contract/staff/mails";
import type { BackendConfig } from "../../config";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { outbox } from "../../db/schema/mail";
import type { Call } from "../../http/serve";
import { subjectOf } from "../../mail/administer";
import { isLastRejection } from "../../mail/mail-state";
import { resendLimits } from "../../mail/send-again";
import { beyond, pageOf } from "../keyset";
import { type MailFilter, mailState, mailsMatching } from "./mail-filter";

/** Email states whose list starts with the oldest email, because queued emails are sent in the order of arrival. */
const QUEUED: readonly (MailState | undefined)[] = ["waiting", "stuck"];

/** Lists the emails in the outbox, one page at a time, with counts by state. */
export async function listMails({ db, config, query, arrivedAt }: Call<typeof contract>) {
  const back = query.before !== undefined;
  const forward = QUEUED.includes(query.state);
  const way = back === forward ? desc : asc;
  const { after, before } = query;
  const place = forward ? { after: before, before: after } : { after, before };
  const where = mailsMatching(query, arrivedAt);
  const [found, { states, total, rejecting }] = await Promise.all([
    selectMails(db, and(where, beyond(place, outbox.createdAt, outbox.id)))
      .orderBy(way(outbox.createdAt), way(outbox.id))
      .limit(query.per_page + 1),
    countMails(db, query, arrivedAt),
  ]);
  const { rows, ...pages } = pageOf(found, query, ({ mail }) => mail.createdAt);
  return {
    mails: await toRows(db, config, rows, arrivedAt),
    total,
    states,
    rejecting,
    ...pages,
  };
}

/** Selects emails from `outbox` joined with the recipients' accounts. */
export function selectMails(db: Executor, where: SQL | undefined) {
  return db
    .select({
      id: outbox.id,
      mail: outbox,
      state: mailState,
      person: sql<string>`concat_ws(' ', ${users.firstName}, ${users.lastName})`,
      account: sql<
        string | null
      >`case when ${users.email} = ${outbox.recipient} then ${users.id} end`,
    })
    .from(outbox)
    .leftJoin(users, eq(users.id, outbox.userId))
    .where(where)
    .$dynamic();
}

type Found = Awaited<ReturnType<typeof selectMails>>[number];

/** Converts database rows to the contract's format, in the same order. */
export async function toRows(
  db: Executor,
  config: BackendConfig,
  found: readonly Found[],
  now: Date,
): Promise<MailRow[]> {
  const mails = found.map(({ mail }) => mail);
  const { links, blockers } = await resendLimits(db, mails, now);
  return found.map(({ mail, state, person, account }) => ({
    id: mail.id,
    template: mail.template,
    language: mail.language,
    subject: subjectOf(mail, config, mail.sentAt ?? now) ?? mail.template,
    recipient: mail.recipient,
    person,
    account,
    state,
    queued_at: mail.createdAt.toISOString(),
    left_at: (mail.sentAt ?? mail.failedAt)?.toISOString() ?? null,
    next_at: mail.sentAt || mail.failedAt ? null : mail.nextAttemptAt.toISOString(),
    attempts: mail.attempts,
    says: mail.says ?? mail.lastError,
    link_until: links.get(mail.id)?.toISOString() ?? null,
    resend_blocker: blockers.get(mail.id) ?? null,
  }));
}

/**
 * Counts the matching emails. Also counts the emails in each state, and the emails to addresses that reject emails,
 * regardless of the requested state.
 */
async function countMails(db: Executor, query: MailFilter, now: Date) {
  const { state, address, ...filter } = query;
  const each = db
    .select({
      state: sql<MailState>`${mailState}`.as("state"),
      rejecting: sql<boolean>`${isLastRejection}`.as("rejecting"),
    })
    .from(outbox)
    .leftJoin(users, eq(users.id, outbox.userId))
    .where(mailsMatching(filter, now))
    .as("each");
  const rows = await db
    .select({ state: each.state, rejecting: each.rejecting, own: count() })
    .from(each)
    .groupBy(each.state, each.rejecting);
  const sumOf = (some: typeof rows) => some.reduce((sum, { own }) => sum + own, 0);
  const asked = rows.filter(
    (row) => (!state || row.state === state) && (!address || row.rejecting),
  );
  return {
    total: sumOf(asked),
    states: Object.fromEntries(
      MAIL_STATES.map((name) => [name, sumOf(rows.filter((row) => row.state === name))]),
    ) as Record<MailState, number>,
    rejecting: sumOf(rows.filter((row) => row.rejecting)),
  };
}
