import { count, eq, type SQL, sql } from "drizzle-orm";
import { APPLICATION_STATES } from "@/contract/staff/application-states";
import {
  APPLICATION_PROBLEMS,
  columnsOf,
  type listApplications as contract,
  readingsRange,
} from "@/contract/staff/applications";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { projects } from "../../db/schema/applications";
import { type Edition, findCurrentEdition } from "../../editions/edition";
import { findShownRound } from "../../editions/rounds";
import { roundAnswer } from "../../evaluations/own-rounds";
import { canSeeReadings } from "../../evaluations/reading-progress";
import type { Call } from "../../http/serve";
import { editionOf } from "../edition-of";
import { isInCharge } from "../owners/owners";
import { applicationsMatching, hasExtension, inTrouble, stateOf } from "./application-filter";
import { orderOf, pageIds } from "./application-order";
import { readApplications } from "./application-rows";

/** Lists the applications of an edition, one page at a time, with counts by state and by kind of problem. */
export async function listApplications({ db, query, caller, arrivedAt }: Call<typeof contract>) {
  const edition = await editionOf(db, query.edition, arrivedAt);
  const where = await applicationsMatching(db, query, edition, arrivedAt, caller.id);
  const round = await findShownRound(db, edition, undefined, arrivedAt);
  const order = await orderOf(db, query.sort, edition, arrivedAt);
  const [page, counts, current] = await Promise.all([
    pageIds(db, where, order, query),
    countAll(db, edition, { now: arrivedAt, viewer: caller.id }),
    findCurrentEdition(db, arrivedAt),
  ]);
  return {
    edition: edition.year,
    current: current?.id === edition.id,
    closes_at: edition.closesAt.toISOString(),
    ...roundAnswer(round),
    applications: await readApplications(db, page.ids, edition, arrivedAt, {
      readings: columnsOf(query.columns).includes("readings") ? round : undefined,
    }),
    total: page.total,
    readings_hidden:
      query.readings !== undefined &&
      readingsRange(query.readings) !== null &&
      !(await canSeeReadings(db, round)),
    ...counts,
    next: page.next,
    previous: page.previous,
  };
}

export async function countApplications(db: Executor, where: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ all: count() })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.userId))
    .where(where);
  return row?.all ?? 0;
}

const record = <K extends string, V>(names: readonly K[], of: (name: K) => V) =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<K, V>;

/** Counts all applications of an edition in one query: by state, extension, problem, and colleague in charge. */
async function countAll(
  db: Executor,
  edition: Edition,
  { now, viewer }: { now: Date; viewer: string },
) {
  const troubles = inTrouble(now);
  const countIf = (condition: SQL | undefined) =>
    sql<number>`count(*) filter (where ${condition})`.mapWith(Number);
  const rows = await db
    .select({
      state: stateOf,
      own: count(),
      extended: countIf(hasExtension(edition.closesAt)),
      mine: countIf(isInCharge(projects.ownerId, "me", viewer)),
      ...record(APPLICATION_PROBLEMS, (name) => countIf(troubles[name])),
    })
    .from(projects)
    .where(eq(projects.editionId, edition.id))
    .groupBy(sql`1`);
  const sum = (name: Exclude<keyof (typeof rows)[number], "state">, some = rows) =>
    some.reduce((all, row) => all + row[name], 0);
  const kept = rows.filter(({ state }) => state !== "withdrawn");
  return {
    states: record(APPLICATION_STATES, (own) =>
      sum(
        "own",
        rows.filter(({ state }) => state === own),
      ),
    ),
    extended: sum("extended", kept),
    mine: sum("mine", kept),
    troubles: record(APPLICATION_PROBLEMS, (name) => sum(name, kept)),
  };
}
