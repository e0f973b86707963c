import { and, asc, desc, type SQL, sql } from "drizzle-orm";
import type { AnswerOf } from "@/contract/endpoint";
import type { listPeople as contract } from "@/contract/staff/people";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import type { Call } from "../../http/serve";
import { beyond, pageOf } from "../keyset";
import { type Ground, kindsOf, type PeopleFilter, peopleMatching } from "./people-filter";
import { registeredAt, selectPeople, toRow } from "./people-rows";

/** Lists all people with an account, one page at a time, with counts by kind. */
export async function listPeople({ db, config, query, arrivedAt }: Call<typeof contract>) {
  const ground = { config, now: arrivedAt };
  const where = peopleMatching(query, ground);
  const way = query.before === undefined ? desc : asc;
  const [found, total, counts] = await Promise.all([
    selectPeople(db, and(where, beyond(query, registeredAt, users.id)))
      .orderBy(way(registeredAt), way(users.id))
      .limit(query.per_page + 1),
    db.$count(users, where),
    countKinds(db, ground),
  ]);
  const page = pageOf(found, query, ({ createdAt }) => createdAt);
  return {
    people: page.rows.map((row) => toRow(row, ground)),
    total,
    counts,
    next: page.next,
    previous: page.previous,
  };
}

type Counts = AnswerOf<typeof contract>["counts"];

export const countPeople = (db: Executor, filter: PeopleFilter, ground: Ground) =>
  db.$count(users, peopleMatching(filter, ground));

/** Counts the people of each kind, such as a state or a role, by the same conditions as the list. */
async function countKinds(db: Executor, ground: Ground): Promise<Counts> {
  const { all, states, roles, erasures, requests, applications } = kindsOf(ground);
  const one = (condition: SQL) =>
    sql<number>`count(*) filter (where ${condition})::int`.mapWith(Number);
  const each = <K extends string>(conditions: Record<K, SQL>) =>
    Object.fromEntries(
      Object.entries<SQL>(conditions).map(([name, own]) => [name, one(own)]),
    ) as Record<K, SQL<number>>;
  const [row] = await db
    .select({
      counts: { all: sql<number>`count(*)::int` },
      states: each(states),
      roles: each(roles),
      erasures: each(erasures),
      requests: each(requests),
      applications: each(applications),
    })
    .from(users)
    .where(all);
  if (!row) throw new Error("nothing was counted");
  const { counts, ...kinds } = row;
  return { ...counts, ...kinds };
}
