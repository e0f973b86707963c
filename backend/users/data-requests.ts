import { and, asc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { romeDay } from "@/contract/deadline";
import {
  ACCESSIBILITY_DAYS,
  type DataRequest,
  dueOn,
  REQUEST_MONTHS,
  REQUEST_MONTHS_MORE,
  REQUEST_NEAR_DAYS,
  type RequestKind,
} from "@/contract/staff/data-requests";
import { type ActionContext, appendAuditEntry } from "../audit-log/entries";
import type { Executor } from "../db/connect";
import { dataRequests, users } from "../db/schema/accounts";

/*
 * Data requests: requests of people about their personal data, with the date by which staff must answer. Rule:
 * account.requests.
 */

export type StoredRequest = typeof dataRequests.$inferSelect;

/** SQL condition on `data_requests`: the request has no answer yet. */
export const isOpen = isNull(dataRequests.answeredOn);

/**
 * SQL expression for the last day on which staff can answer a data request in time. PostgreSQL adds calendar months in
 * the same way as the function `dueOn`.
 */
export const dueDay = sql`(${dataRequests.receivedOn} + case
  when ${dataRequests.kind} = 'accessibility' then make_interval(days => ${ACCESSIBILITY_DAYS}::int)
  else make_interval(months => ${REQUEST_MONTHS}::int
    + case when ${dataRequests.extension} is null then 0 else ${REQUEST_MONTHS_MORE}::int end) end)::date`;

/** Returns the SQL condition for an unanswered data request that is overdue or due within `REQUEST_NEAR_DAYS` days. */
export const isDueSoon = (now: Date): SQL =>
  sql`(${isOpen} and ${dueDay} <= ${romeDay(now)}::date + ${REQUEST_NEAR_DAYS}::int)`;

/** SQL condition that joins data requests to `users`: by account, or by address for requests older than the account. */
export const ofUser = or(
  eq(dataRequests.userId, users.id),
  eq(dataRequests.email, users.email),
) as SQL;

/** Returns a subquery over `users` for the earliest due day of a user's unanswered data requests. */
export function firstDue(db: Executor) {
  const first = db
    .select({ due: sql`min(${dueDay})` })
    .from(dataRequests)
    .where(and(ofUser, isOpen));
  return sql<string | null>`(${first})`;
}

/**
 * Returns a person's data requests, including those older than the account. Unanswered requests come first, the oldest
 * first.
 */
export async function requestsOf(
  db: Executor,
  { id, email }: { id: string; email: string },
): Promise<DataRequest[]> {
  const rows = await db
    .select()
    .from(dataRequests)
    .where(or(eq(dataRequests.userId, id), eq(dataRequests.email, email)))
    .orderBy(sql`${dataRequests.answeredOn} desc nulls first`, asc(dataRequests.receivedOn));
  return rows.map(tellRequest);
}

/** Converts a stored data request to the contract's format. */
export function tellRequest(row: StoredRequest): DataRequest {
  return {
    id: row.id,
    kind: row.kind,
    received_on: row.receivedOn,
    due_on: dueOn(row.kind, row.receivedOn, row.extension !== null),
    note: row.note,
    extension: row.extension,
    answered_on: row.answeredOn,
    answer: row.answer,
  };
}

/**
 * Records a data request. The reason in `context` states what the person requests. Returns null, or an error code if an
 * unanswered request of the same kind exists, for example one that another staff member has just recorded.
 *
 * @param asked the address, and the account if the address has one
 */
export async function keepRequest(
  tx: Executor,
  {
    user,
    email,
    ...asked
  }: { user: { id: string } | null; email: string } & {
    kind: RequestKind;
    receivedOn: string;
  },
  context: ActionContext,
): Promise<"request_open_already" | null> {
  // Take a lock, so that the second of two concurrent recordings sees the first request. An address without an account
  // has no database row to lock, so use an advisory lock.
  await (user
    ? tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for("update")
    : tx.execute(
        sql`select pg_advisory_xact_lock(hashtextextended(${`data-request:${email}`}, 0))`,
      ));
  const theirs = user
    ? or(eq(dataRequests.userId, user.id), eq(dataRequests.email, email))
    : eq(dataRequests.email, email);
  const same = and(theirs, isOpen, eq(dataRequests.kind, asked.kind));
  if ((await tx.$count(dataRequests, same)) > 0) return "request_open_already";
  const kept = {
    note: context.reason,
    createdAt: context.now,
    ...(user ? { userId: user.id } : { email }),
  };
  const [request] = await tx
    .insert(dataRequests)
    .values({ ...asked, ...kept })
    .returning();
  if (!request) throw new Error("a request was not stored");
  await appendRequestEntry(tx, context, "request.open", request);
  return null;
}

/**
 * Adds a staff action on a data request to the audit log. Stores the reason there only if the request belongs to an
 * account. Otherwise, erasing the address could not remove the reason.
 */
export async function appendRequestEntry(
  tx: Executor,
  context: ActionContext,
  name: "request.open" | "request.extend" | "request.answer" | "request.assign",
  { id, userId, kind }: StoredRequest,
  owner?: string,
): Promise<void> {
  const own = userId === null ? { ...context, reason: "" } : context;
  const target = {
    ...(userId === null ? { request: id } : { user: userId }),
    ...(owner !== undefined && { owner }),
  };
  await appendAuditEntry(tx, own, { act: name, target, data: { kind } });
}

/**
 * Extends the time to answer a data request by two months. Returns null, or the reason why an extension is impossible.
 */
export async function extendOne(tx: Executor, request: StoredRequest, context: ActionContext) {
  if (request.answeredOn) return "answered";
  if (request.kind === "accessibility") return "no_extension";
  if (request.extension !== null) return "extended_already";
  // The law requires that staff inform the person of the extension within the first month, so refuse a later extension.
  if (romeDay(context.now) > dueOn(request.kind, request.receivedOn, false)) return "too_late";
  await tx
    .update(dataRequests)
    .set({ extension: context.reason })
    .where(eq(dataRequests.id, request.id));
  await appendRequestEntry(tx, context, "request.extend", request);
  return null;
}

/**
 * Marks a data request as answered. The reason in `context` contains the answer. Returns null, or an error code if the
 * request already has an answer.
 */
export async function closeOne(tx: Executor, request: StoredRequest, context: ActionContext) {
  if (request.answeredOn) return "answered";
  await tx
    .update(dataRequests)
    .set({ answeredOn: romeDay(context.now), answer: context.reason })
    .where(eq(dataRequests.id, request.id));
  await appendRequestEntry(tx, context, "request.answer", request);
  return null;
}

/**
 * Marks the data requests of an erased person as answered, and deletes their texts, which can name the person.
 *
 * @param whose the account's requests, or the requests from an address; the address is deleted too
 * @returns the number of requests
 */
export async function forgetRequests(
  tx: Executor,
  whose: { userId: string } | { email: string },
  now: Date,
): Promise<number> {
  const rows = await tx
    .update(dataRequests)
    .set({
      note: "",
      answer: "",
      extension: sql`case when ${dataRequests.extension} is null then null else '' end`,
      answeredOn: sql`coalesce(${dataRequests.answeredOn}, ${romeDay(now)}::date)`,
      ...("email" in whose && { email: "" }),
    })
    .where(
      "email" in whose
        ? eq(dataRequests.email, whose.email)
        : eq(dataRequests.userId, whose.userId),
    )
    .returning({ id: dataRequests.id });
  return rows.length;
}

/**
 * Detaches the data requests from an unconfirmed account that will be deleted. Staff must still answer these requests.
 */
export async function leaveRequests(
  tx: Executor,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await tx.update(dataRequests).set({ userId: null, email }).where(eq(dataRequests.userId, id));
}
