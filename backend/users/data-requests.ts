import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
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
const dueDay = sql`(${dataRequests.receivedOn} + make_interval(months => ${REQUEST_MONTHS}::int
  + case when ${dataRequests.extension} is null then 0 else ${REQUEST_MONTHS_MORE}::int end))::date`;

/** One that is due within days, or was. */
export const isDueSoon = (now: Date): SQL =>
  sql`(${isOpen} and ${dueDay} <= ${romeDay(now)}::date + ${REQUEST_NEAR_DAYS}::int)`;

/** By which day the first of somebody’s open requests is to be answered, over `users`. */
export function firstDue(db: Executor) {
  const first = db
    .select({ due: sql`min(${dueDay})` })
    .from(dataRequests)
    .where(and(eq(dataRequests.userId, users.id), isOpen));
  return sql<string | null>`(${first})`;
}

/** The requests of a person as the contract has them, open ones first, the oldest of them first. */
export async function requestsOf(db: Executor, userId: string): Promise<DataRequest[]> {
  const rows = await db
    .select()
    .from(dataRequests)
    .where(eq(dataRequests.userId, userId))
    .orderBy(sql`${dataRequests.answeredOn} desc nulls first`, asc(dataRequests.receivedOn));
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    received_on: row.receivedOn,
    due_on: dueOn(row.receivedOn, row.extension !== null),
    note: row.note,
    extension: row.extension,
    answered_on: row.answeredOn,
    answer: row.answer,
  }));
}

/** Keeps that somebody has asked for something; why is what they asked. */
export async function keepRequest(
  tx: Executor,
  asked: { userId: string; kind: RequestKind; receivedOn: string },
  act: Act,
): Promise<void> {
  await tx.insert(dataRequests).values({ ...asked, note: act.reason, createdAt: act.now });
  await writeAct(tx, act, {
    act: "request.open",
    target: { user: asked.userId },
    data: { kind: asked.kind },
  });
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
  await writeAct(tx, act, {
    act: "request.extend",
    target: { user: request.userId },
    data: { kind: request.kind },
  });
  return null;
}

/** Closes a request that was answered; why is what the answer was. Null, or that it was closed before. */
export async function closeOne(tx: Executor, request: StoredRequest, act: Act) {
  if (request.answeredOn) return "answered";
  await tx
    .update(dataRequests)
    .set({ answeredOn: romeDay(act.now), answer: act.reason })
    .where(eq(dataRequests.id, request.id));
  await writeAct(tx, act, {
    act: "request.answer",
    target: { user: request.userId },
    data: { kind: request.kind },
  });
  return null;
}

/** Whoever is erased has been answered; what was written about it may name them. */
export async function forgetRequests(tx: Executor, userId: string, now: Date): Promise<void> {
  await tx
    .update(dataRequests)
    .set({
      note: "",
      answer: "",
      extension: sql`case when ${dataRequests.extension} is null then null else '' end`,
      answeredOn: sql`coalesce(${dataRequests.answeredOn}, ${romeDay(now)}::date)`,
    })
    .where(eq(dataRequests.userId, userId));
}
