import { and, asc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { romeDay } from "@/contract/deadline";
import {
  type DataRequest,
  dueOn,
  REQUEST_MONTHS,
  REQUEST_MONTHS_MORE,
  REQUEST_NEAR_DAYS,
  type RequestKind,
} from "@/contract/staff/data-requests";
import type { Executor } from "../db/connect";
import { dataRequests, users } from "../db/schema/accounts";
import { type Act, writeAct } from "../journal/acts";

/* (rule account.requests) What people have asked for about their data, and by when it is to be answered. */

export type StoredRequest = typeof dataRequests.$inferSelect;

/** A request that nobody has answered, over `data_requests`. */
export const isOpen = isNull(dataRequests.answeredOn);

/** By which day it is to be answered: PostgreSQL counts months of the calendar as `dueOn` does. */
export const dueDay = sql`(${dataRequests.receivedOn} + make_interval(months => ${REQUEST_MONTHS}::int
  + case when ${dataRequests.extension} is null then 0 else ${REQUEST_MONTHS_MORE}::int end))::date`;

/** One that is due within days, or was. */
export const isDueSoon = (now: Date): SQL =>
  sql`(${isOpen} and ${dueDay} <= ${romeDay(now)}::date + ${REQUEST_NEAR_DAYS}::int)`;

/** Those of somebody, over `users`: of the account, or from its address before there was one. */
export const ofUser = or(
  eq(dataRequests.userId, users.id),
  eq(dataRequests.email, users.email),
) as SQL;

/** By which day the first of somebody’s open requests is to be answered, over `users`. */
export function firstDue(db: Executor) {
  const first = db
    .select({ due: sql`min(${dueDay})` })
    .from(dataRequests)
    .where(and(ofUser, isOpen));
  return sql<string | null>`(${first})`;
}

/** The requests of a person, those from before the account too, as the contract has them: open ones first, the oldest of them first. */
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

/** A request as the contract has it. */
export function tellRequest(row: StoredRequest): DataRequest {
  return {
    id: row.id,
    kind: row.kind,
    received_on: row.receivedOn,
    due_on: dueOn(row.receivedOn, row.extension !== null),
    note: row.note,
    extension: row.extension,
    answered_on: row.answeredOn,
    answer: row.answer,
  };
}

/**
 * Records a data request; the reason is what was asked. Returns null, or why it was not recorded: an open request of the same
 * kind exists already, such as one that a colleague has just recorded.
 *
 * @param asked the account, if the address has one, and the address
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
  act: Act,
): Promise<"request_open_already" | null> {
  // The second of two colleagues waits here for the first one's request. An address without an account has no row to lock.
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
    note: act.reason,
    createdAt: act.now,
    ...(user ? { userId: user.id } : { email }),
  };
  const [request] = await tx
    .insert(dataRequests)
    .values({ ...asked, ...kept })
    .returning();
  if (!request) throw new Error("a request was not stored");
  await writeRequestAct(tx, act, "request.open", request);
  return null;
}

/**
 * Puts in the log what was done with a request. Why is there only where it can go with the person: of an address without an account
 * the log says nothing, and the request itself keeps it.
 */
async function writeRequestAct(
  tx: Executor,
  act: Act,
  name: "request.open" | "request.extend" | "request.answer",
  { id, userId, kind }: StoredRequest,
): Promise<void> {
  const by = userId === null ? { ...act, reason: "" } : act;
  const target = userId === null ? { request: id } : { user: userId };
  await writeAct(tx, by, { act: name, target, data: { kind } });
}

/** Why a request cannot be given two months more; null where it can, and then it has them. */
export async function extendOne(tx: Executor, request: StoredRequest, act: Act) {
  if (request.answeredOn) return "answered";
  if (request.extension !== null) return "extended_already";
  // The person has to hear of it within the first month.
  if (romeDay(act.now) > dueOn(request.receivedOn, false)) return "too_late";
  await tx
    .update(dataRequests)
    .set({ extension: act.reason })
    .where(eq(dataRequests.id, request.id));
  await writeRequestAct(tx, act, "request.extend", request);
  return null;
}

/** Closes a request that was answered; why is what the answer was. Null, or that it was closed before. */
export async function closeOne(tx: Executor, request: StoredRequest, act: Act) {
  if (request.answeredOn) return "answered";
  await tx
    .update(dataRequests)
    .set({ answeredOn: romeDay(act.now), answer: act.reason })
    .where(eq(dataRequests.id, request.id));
  await writeRequestAct(tx, act, "request.answer", request);
  return null;
}

/**
 * Whoever is erased has been answered; what was written about it may name them.
 *
 * @param whose those of an account, or those that came from an address, which is forgotten too
 * @returns how many there were
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

/** The account goes, as nobody has proved its address; what was asked is still to be answered. */
export async function leaveRequests(
  tx: Executor,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await tx.update(dataRequests).set({ userId: null, email }).where(eq(dataRequests.userId, id));
}
