import { and, asc, count, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { listApplications as contract } from "@/contract/staff/applications";
import {
  APPLICATION_STATES,
  type ApplicationState,
  TROUBLES,
  type Trouble,
} from "@/contract/staff/applications";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { projects } from "../../db/schema/applications";
import { type Edition, findCurrentEdition, listEditions } from "../../editions/edition";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { beyond, pageOf } from "../keyset";
import { applicationsMatching, hasExtension, inTrouble, stateOf } from "./application-filter";
import { savedAt, selectApplications, toRows } from "./application-rows";

/** The applications of an edition, page by page, and how many there are of each kind. */
export async function listApplications({ db, query, arrivedAt }: Call<typeof contract>) {
  const edition = await editionOf(db, query.edition, arrivedAt);
  const where = applicationsMatching(query, edition, arrivedAt);
  const way = query.before === undefined ? desc : asc;
  const [found, total, counts, current] = await Promise.all([
    selectApplications(db, and(where, beyond(query, savedAt, projects.id)))
      .orderBy(way(savedAt), way(projects.id))
      .limit(query.per_page + 1),
    countApplications(db, where),
    countKinds(db, edition),
    findCurrentEdition(db, arrivedAt),
  ]);
  const page = pageOf(found, query, (row) => row.savedAt);
  return {
    edition: edition.year,
    current: current?.id === edition.id,
    closes_at: edition.closesAt.toISOString(),
    applications: await toRows(db, page.rows, edition.closesAt),
    total,
    ...counts,
    next: page.next,
    previous: page.previous,
  };
}

/** The edition that is asked for, or the current one. */
export async function editionOf(
  db: Executor,
  year: number | undefined,
  now: Date,
): Promise<Edition> {
  if (year === undefined) return (await findCurrentEdition(db, now)) ?? fail("not_found");
  return (await listEditions(db)).find((edition) => edition.year === year) ?? fail("not_found");
}

/** How many match. */
export async function countApplications(db: Executor, where: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ all: count() })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.userId))
    .where(where);
  return row?.all ?? 0;
}

/** How many applications of an edition there are of each state, with an extension, and in each trouble. */
async function countKinds(db: Executor, edition: Edition) {
  const all = eq(projects.editionId, edition.id);
  const rows = await db
    .select({ state: sql<ApplicationState>`state`, own: count() })
    .from(
      db
        .select({ state: stateOf.as("state") })
        .from(projects)
        .where(all)
        .as("kinds"),
    )
    .groupBy(sql`state`);
  const states = Object.fromEntries(APPLICATION_STATES.map((state) => [state, 0]));
  for (const { state, own } of rows) states[state] = own;
  const there = and(all, isNull(projects.withdrawnAt));
  const troubles = await Promise.all(
    TROUBLES.map(
      async (name) => [name, await countApplications(db, and(there, inTrouble[name]))] as const,
    ),
  );
  return {
    states: states as Record<ApplicationState, number>,
    extended: await countApplications(db, and(there, hasExtension(edition.closesAt))),
    troubles: Object.fromEntries(troubles) as Record<Trouble, number>,
  };
}
