import { and, asc, desc, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { romeDay } from "@/contract/deadline";
import type { listRequests as contract, RequestState } from "@/contract/staff/requests";
import type { Executor } from "../../db/connect";
import { dataRequests, users } from "../../db/schema/accounts";
import { whitepaperRequests } from "../../db/schema/mail";
import type { Call } from "../../http/serve";
import { dueDay, isDueSoon, isOpen, tellRequest } from "../../users/data-requests";
import {
  approvalAbout,
  describeApproval,
  isAddressToBeErased,
} from "../approvals/pending-approvals";
import { beyond, pageOf } from "../keyset";
import { isInCharge, ownersOf } from "../owners/owners";

type Config = Parameters<typeof isAddressToBeErased>[0];

/** SQL expression for the due day of a data request as a timestamp, to order by it. */
export const dueAt = sql<Date>`(${dueDay}::timestamp at time zone 'UTC')`;

/** Lists data requests, one page at a time. */
export async function listRequests({
  db,
  config,
  query,
  caller,
  arrivedAt,
}: Call<typeof contract>) {
  const isIn = statesOf(config, arrivedAt);
  const charge = chargeOf(query.owner, caller.id);
  const where = requestsMatching(query, config, arrivedAt, caller.id);
  // Lists of open requests start with the earliest due day. Lists that contain answered requests start with
  // the latest due day.
  const first = ["answered", "all"].includes(query.state) ? "newest" : "oldest";
  const way = (query.before === undefined) === (first === "newest") ? desc : asc;
  const found = await selectRequests(db, and(where, beyond(query, dueAt, dataRequests.id, first)))
    .orderBy(way(dueAt), way(dataRequests.id))
    .limit(query.per_page + 1);
  const ids = found.map(({ request }) => request.id);
  const waiting = await approvalAbout(db, ids, config, arrivedAt);
  const ownerOf = await ownersOf(
    db,
    found.map(({ request }) => request),
  );
  const rows = found.map(({ request, ...whose }) => {
    const proposed = waiting.get(request.id);
    return {
      ...tellRequest(request),
      ...whose,
      proposed: proposed ? describeApproval(proposed, caller.id) : null,
      owner: ownerOf(request),
    };
  });
  const page = pageOf(rows, query, ({ due_on }) => new Date(due_on));
  const count = (state: RequestState) => db.$count(dataRequests, and(isIn[state], charge));
  return {
    requests: page.rows,
    total: await countMatching(db, where),
    counts: {
      open: await count("open"),
      due: await count("due"),
      proposed: await count("proposed"),
      answered: await count("answered"),
      all: await count("all"),
    },
    today: romeDay(arrivedAt),
    next: page.next,
    previous: page.previous,
  };
}

type RequestsFilter = Omit<Call<typeof contract>["query"], "before" | "after" | "per_page">;

/** SQL condition: the data request was received in the given year. The statistics count requests by this year. */
export const isReceivedIn = (year: number): SQL =>
  sql`${dataRequests.receivedOn} between make_date(${year}, 1, 1) and make_date(${year}, 12, 31)`;

/**
 * Returns the SQL condition for the data requests that match a filter. The list, its count, and its export use this
 * condition.
 */
export function requestsMatching(
  { state, search, owner, kind, year }: RequestsFilter,
  config: Config,
  now: Date,
  viewer: string,
): SQL | undefined {
  return and(
    statesOf(config, now)[state],
    chargeOf(owner, viewer),
    kind && eq(dataRequests.kind, kind),
    year === undefined ? undefined : isReceivedIn(year),
    ...wordsIn(search),
  );
}

/**
 * Returns the SQL condition for data requests in a colleague's charge. Undefined if the caller does not filter by
 * colleague.
 */
const chargeOf = (owner: string | undefined, viewer: string) =>
  owner === undefined ? undefined : isInCharge(dataRequests.ownerId, owner, viewer);

/** Counts the open data requests that are due soon or overdue. */
export const countDue = (db: Executor, now: Date) => db.$count(dataRequests, isDueSoon(now));

/** Counts the open data requests in the charge of the given colleague. */
export const countInCharge = (db: Executor, viewer: string) =>
  db.$count(dataRequests, and(isOpen, isInCharge(dataRequests.ownerId, "me", viewer)));

/** Counts the email addresses without an account whose erasure waits for a second person's approval. */
export const countAddressesProposed = (db: Executor, config: Config, now: Date) =>
  db.$count(dataRequests, isAddressToBeErased(config, now));

const statesOf = (config: Config, now: Date): Record<RequestState, SQL> => ({
  open: isOpen,
  due: isDueSoon(now),
  proposed: isAddressToBeErased(config, now),
  answered: isNotNull(dataRequests.answeredOn),
  all: sql`true`,
});

/**
 * SQL condition that joins a data request to its account, or to the account that has the request's email address now.
 */
const whose = or(
  eq(users.id, dataRequests.userId),
  and(eq(users.email, dataRequests.email), isNull(users.erasedAt)),
);
const erased = sql`(${users.erasedAt} is not null or ${dataRequests.email} = '')`;
const email = sql<string | null>`case when not coalesce(${erased}, false)
  then coalesce(${users.email}, ${dataRequests.email}) end`;
/** SQL expression for the account's name, or the name typed in a whitepaper request. */
const name = sql<string>`coalesce(
  nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''),
  (select first_name || ' ' || last_name from ${whitepaperRequests}
    where ${whitepaperRequests.email} = ${dataRequests.email} order by created_at desc limit 1),
  '')`;

/** Selects data requests, each with its account or its email address. */
export function selectRequests(db: Executor, where: SQL | undefined) {
  return db
    .select({
      request: dataRequests,
      email,
      name,
      person: sql<string | null>`case when ${users.erasedAt} is null then ${users.id} end`,
    })
    .from(dataRequests)
    .leftJoin(users, whose)
    .where(where)
    .$dynamic();
}

/** Returns the ids of the data requests that match a condition, starting with the latest due day. */
export async function requestIds(db: Executor, where: SQL | undefined): Promise<string[]> {
  const rows = await db
    .select({ id: dataRequests.id })
    .from(dataRequests)
    .leftJoin(users, whose)
    .where(where)
    .orderBy(desc(dueAt), desc(dataRequests.id));
  return rows.map(({ id }) => id);
}

async function countMatching(db: Executor, where: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(dataRequests)
    .leftJoin(users, whose)
    .where(where);
  return row?.count ?? 0;
}

/**
 * Returns one SQL condition for each search word: the word occurs in the person's name or email address. Ignores case
 * and accents.
 */
function wordsIn(search = ""): SQL[] {
  const words = search.split(/\s+/u).filter(Boolean);
  return words.map((word) => {
    const pattern = sql`'%' || search_key(${word.replaceAll(/[\\%_]/g, "\\$&")}) || '%'`;
    return sql`search_key(concat_ws(' ', ${name}, ${email})) like ${pattern}`;
  });
}
